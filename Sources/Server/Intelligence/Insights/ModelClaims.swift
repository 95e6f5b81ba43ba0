import AIProviders
import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Makes records of what a model claims about messages that it was shown. A claim that cites none
/// of them, or has nothing to do with those that it cites, makes none. May compute for a while.
struct ModelClaims: Sendable {
  /// Those who wrote the messages, and the members.
  struct Readers: Sendable {
    let names: Names
    let zones: [UserID: TimeZone]

    init(of shown: [PlacedMessage], members: [Member], people: PeopleDirectory) throws {
      let senders = Set(shown.map(\.message.sender))
      var zones: [UserID: TimeZone] = [:]
      for sender in senders { zones[sender] = try people.timeZone(of: sender) }
      self.zones = zones
      names = try people.names(of: senders, members: members)
    }
  }

  private let shown: [PlacedMessage]
  private let readers: Readers
  private let model: String
  private let guarding: ModelOutputGuard
  private let sources: WordSources
  private let identifiers: any IdentifierSource
  private let now: Timestamp

  /// `model`: its name, as people may be shown it.
  init(
    about shown: [PlacedMessage], _ readers: Readers, members: [Member], by model: String,
    embedder: (any SentenceEmbedder)?, identifiers: any IdentifierSource, at now: Timestamp
  ) {
    self.shown = shown
    self.readers = readers
    self.model = model
    self.identifiers = identifiers
    self.now = now
    guarding = ModelOutputGuard(
      sources: Dictionary(
        shown.enumerated().map { ($0.offset + 1, $0.element.message.text) }, uniquingKeysWith: { first, _ in first }))
    sources = WordSources(shown, names: members.map { readers.names[$0.user] }, embedder: embedder)
  }

  func actionItem(_ item: ActionItemsPrompt.Item) -> Insight? {
    guard let claim = guarding.claim(item.task.text, citations: item.task.citations) else { return nil }
    let cited = claim.citations.map { shown[$0 - 1].message }
    let owner = item.owner.flatMap { readers.names.user(named: $0) }
    let due = item.dueText.map { guarding.label($0, atMost: 80) }
    return resting(
      Insight(
        id: identifiers.next(), kind: .actionItem, text: claim.text, citations: cited.map(\.id), owner: owner,
        ownerName: owner == nil ? item.owner.map { guarding.label($0) } : nil,
        dueAt: due.flatMap { dueTime($0, of: cited[0]) }, dueText: due, confidence: item.confidence,
        reason: "\(model) read it as a task.", model: model, createdAt: now))
  }

  func decision(_ item: DecisionsPrompt.Item) -> Insight? {
    guard let claim = guarding.claim(item.decision.text, citations: item.decision.citations) else { return nil }
    return resting(
      Insight(
        id: identifiers.next(), kind: .decision, text: claim.text,
        citations: claim.citations.map { shown[$0 - 1].message.id },
        participants: item.participants.compactMap { readers.names.user(named: $0) },
        tags: item.tags.prefix(InsightChange.mostTags).map { guarding.label($0, atMost: InsightChange.mostTagsEach) }
          .filter { !$0.isEmpty },
        context: item.context.map { guarding.label($0, atMost: 300) }, confidence: item.confidence,
        reason: "\(model) read it as a decision.", model: model, createdAt: now))
  }

  func meeting(_ item: PassPrompt.Meeting) -> Insight? {
    guard let claim = guarding.claim(item.topic.text, citations: item.topic.citations) else { return nil }
    let cited = claim.citations.map { shown[$0 - 1].message }
    var seen = Set<UserID>()
    let people = cited.map(\.sender) + item.participants.compactMap { readers.names.user(named: $0) }
    return resting(
      Insight(
        id: identifiers.next(), kind: .scheduling, text: "Meeting: \(claim.text)", citations: cited.map(\.id),
        participants: people.filter { seen.insert($0).inserted }, context: Excerpt.of(cited[0].text), confidence: 0.8,
        reason: "\(model) read it as a wish to meet.", model: model, createdAt: now))
  }

  /// Why a message presses somebody, with the messages that the words come from; only who read it
  /// so where the words rest on nothing.
  func reason(_ item: PassPrompt.Urgency) -> (text: String, sources: [MessageID]) {
    let words = guarding.label(item.reason, atMost: 160)
    let cited = [item.message - 1]
    guard !words.isEmpty, let places = sources.places(of: words, cited: cited) else {
      return ("\(model) read it so.", cited.map { shown[$0].message.id })
    }
    return ("\(words) (\(model))", places.map { shown[$0].message.id })
  }

  /// The record, citing every message that it takes a word from; `nil` for one that has nothing to
  /// do with what it cites.
  private func resting(_ insight: Insight) -> Insight? {
    let places = Dictionary(
      shown.enumerated().map { ($0.element.message.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
    let said = [insight.text, insight.context, insight.ownerName, insight.dueText].compactMap { $0 } + insight.tags
    let cited = insight.citations.compactMap { places[$0] }
    guard let all = sources.places(of: said.joined(separator: " "), cited: cited) else { return nil }
    var insight = insight
    insight.citations = all.map { shown[$0].message.id }
    return insight
  }

  private func dueTime(_ words: String, of message: Message) -> Timestamp? {
    let zone = readers.zones[message.sender] ?? .gmt
    let mentions = TextEngine().times(in: words, now: message.createdAt.date, timeZone: zone)
    let mention = mentions.first { $0.bound != .after }
    return mention?.instant(in: zone, after: message.createdAt.date).map { Timestamp($0) }
  }
}
