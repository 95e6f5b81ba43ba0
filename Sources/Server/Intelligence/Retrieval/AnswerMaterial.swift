import Domain
import Foundation
import ServerCore

/// A question as it was typed. The filters of the search box may stand in it.
struct AnswerQuestion: Sendable {
  let typed: String
  /// Without the filters.
  let text: String
  let search: SearchQuery

  /// Throws `invalid` when there are only filters.
  init(_ typed: String) throws(Refusal) {
    self.typed = typed
    search = try SearchQueryParser.parse(typed)
    text = (search.words + search.phrases).joined(separator: " ")
    guard !text.isEmpty else { throw Refusal(.invalid, "There is no question.") }
  }
}

/// What an answer is made from, read for one asker.
struct AnswerMaterial: Sendable {
  /// When the question is who somebody is.
  var person: PersonAnswer?
  var found: [Retriever.Found] = []
  /// What decisions and action items answer, with how well it fits.
  var insights: [(point: Draft.Point, score: Double)] = []
  /// Messages that one of these takes back.
  var replaced: Set<MessageID> = []
  /// The time that a talk came to, by the message that opened it.
  var settled: [MessageID: SettledTime<PlacedMessage>] = [:]
  /// What was found and what stands around it, by conversation and seq.
  let messages: [PlacedMessage]
  let outlines: [ConversationOutline]
  let names: Names
  let titles: [ConversationID: String]
  let profile: Profile
  let timeZone: TimeZone
}

/// Reads what an answer is made from. Synchronous: use it where the store may be read.
struct AnswerReading {
  /// Messages that are found for a question; with their surroundings they are what an answer is
  /// made from.
  private static let foundMessages = 16
  /// An answer may come some hours after the question.
  private static let talkMilliseconds: Int64 = 3 * 3_600_000
  /// From here on a message sounds like a wish to meet.
  private static let meeting = 0.5

  private let question: AnswerQuestion
  private let asker: UserID
  private let store: any IntelligenceStore
  private let people: PeopleDirectory
  private let profile: Profile
  private let timeZone: TimeZone
  private let outlines: [ConversationOutline]
  /// Those with the AI on that pass the `in:` filter.
  private let readable: [ConversationOutline]

  init(
    _ question: AnswerQuestion, for asker: UserID, in store: any IntelligenceStore, people: PeopleDirectory
  ) throws {
    self.question = question
    self.asker = asker
    self.store = store
    self.people = people
    profile = try people.profile(asker)
    timeZone = try people.timeZone(of: asker)
    outlines = try store.outlines(for: asker)
    let isOn = outlines.filter(\.isIntelligenceOn)
    guard !question.search.conversations.isEmpty else {
      readable = isOn
      return
    }
    let allowed = Set(try store.conversations(matching: question.search, for: asker))
    readable = isOn.filter { allowed.contains($0.conversation.id) }
  }

  /// Of a question for somebody by name: what is known of them. Of any other: what is found for it.
  func material(_ retriever: Retriever, remote: RemoteEmbeddings.Query?) throws -> AnswerMaterial {
    let insights = try insights()
    if let person = try person(insights) { return person }
    let found = try retriever.find(
      question.search, meaning: question.text, remote: remote, for: asker, limit: Self.foundMessages,
      talkMilliseconds: Self.talkMilliseconds, in: store)
    return try material(found, insights)
  }

  private func material(_ found: [Retriever.Found], _ insights: [PlacedInsight]) throws -> AnswerMaterial {
    let kind = AnswerKind(question.text)
    let settled = kind == .time ? try settledTimes(found) : [:]
    let members = try people.names(of: [], members: outlines.flatMap(\.members))
    let chooser = InsightAnswers(names: members, titles: [:], timeZone: timeZone)
    let matches = chooser.matches(
      question.text, kind, WhoQuestion(question.text, names: members), among: insights,
      found: found)
    let cited = try read(citedBy: matches.map(\.placed))
    let best = chooser.best(matches, cited)
    let rests = best.flatMap(\.placed.insight.citations).compactMap { cited[$0] }
    var seen = Set<MessageID>()
    // As it was found, a message has what its files say.
    let all =
      found.map(\.placed) + found.flatMap(\.around) + rests
      + settled.values.flatMap { [$0.named] + [$0.agreed].compactMap(\.self) }
    let messages = all.filter { seen.insert($0.message.id).inserted }
      .sorted { ($0.conversation, $0.message.seq) < ($1.conversation, $1.message.seq) }
    let used = Set(messages.map(\.conversation))
    let shown = outlines.filter { used.contains($0.conversation.id) }
    let names = try people.names(of: messages.map(\.message.sender), members: shown.flatMap(\.members))
    let answers = InsightAnswers(names: names, titles: titles(of: shown, names), timeZone: timeZone)
    return AnswerMaterial(
      found: found, insights: best.compactMap { match in answers.point(match, cited).map { ($0, match.score) } },
      replaced: best.reduce(into: []) { $0.formUnion($1.replaced) }, settled: settled, messages: messages,
      outlines: shown, names: names, titles: answers.titles, profile: profile, timeZone: timeZone)
  }

  /// What the talks that were found came to.
  private func settledTimes(_ found: [Retriever.Found]) throws -> [MessageID: SettledTime<PlacedMessage>] {
    func places(after item: PlacedMessage) -> ClosedRange<Int64> {
      item.message.seq + 1...item.message.seq + TimeTalkWords.reach
    }
    let topics = found.flatMap { [$0.placed] + $0.around }
    let wanted = Set(
      topics.flatMap { item in
        places(after: item).map { Retriever.Position(conversation: item.conversation, seq: $0) }
      })
    let filter = RetrievalFilter(query: question.search, people: people)
    let read = try store.messages(at: wanted.map { ($0.conversation, $0.seq) }, for: asker).filter(filter.passes)
      .sorted { $0.message.seq < $1.message.seq }
    let opening = topics.filter { item in
      TimeTalkWords.opens(item.textWithFiles) || (item.signals?.scheduling ?? 0) >= Self.meeting
    }
    return opening.reduce(into: [:]) { settled, opened in
      let talk = read.filter {
        $0.conversation == opened.conversation && places(after: opened).contains($0.message.seq)
          && $0.message.createdAt.milliseconds - opened.message.createdAt.milliseconds <= Self.talkMilliseconds
      }
      settled[opened.message.id] = SettledTime(opened: opened, after: talk)
    }
  }

  /// `nil` when the question asks for something else, or for nobody of the asker's conversations.
  private func person(_ insights: [PlacedInsight]) throws -> AnswerMaterial? {
    let names = try people.names(of: [], members: readable.flatMap(\.members))
    guard case .people(let users)? = WhoQuestion(question.text, names: names)?.subject else { return nil }
    let answers = InsightAnswers(names: names, titles: titles(of: readable, names), timeZone: timeZone)
    let cited = try read(citedBy: insights)
    let asked = Array(users.prefix(PersonAnswer.maximumPeople))
    let matches = asked.flatMap { answers.matches(of: $0, among: insights, cited) }
    let person = PersonAnswer(
      asker: asker, people: asked, outlines: readable, names: names,
      points: matches.compactMap { answers.point($0, cited) })
    var seen = Set<MessageID>()
    let messages = matches.flatMap(\.placed.insight.citations).filter { seen.insert($0).inserted }
      .compactMap { cited[$0] }
    return AnswerMaterial(
      person: person, messages: messages, outlines: person.shared, names: names, titles: answers.titles,
      profile: profile, timeZone: timeZone)
  }

  /// Decisions and action items, newest first.
  private func insights() throws -> [PlacedInsight] {
    let allowed = Set(readable.map(\.conversation.id))
    return try [Insight.Kind.decision, .actionItem].flatMap { kind in
      try store.insights(InsightFilter(kind: kind, statuses: [.open, .done], isMaybe: false, limit: 500), for: asker)
    }.filter { allowed.contains($0.conversation) }
  }

  /// Read for the asker like everything else; what the filters leave out answers nothing.
  private func read(citedBy insights: [PlacedInsight]) throws -> [MessageID: PlacedMessage] {
    let filter = RetrievalFilter(query: question.search, people: people)
    let cited = try store.messages(Set(insights.flatMap(\.insight.citations)).sorted(), for: asker)
      .filter(filter.passes)
    return Dictionary(cited.map { ($0.message.id, $0) }, uniquingKeysWith: { first, _ in first })
  }

  private func titles(of outlines: [ConversationOutline], _ names: Names) -> [ConversationID: String] {
    Dictionary(
      outlines.map { ($0.conversation.id, $0.title(for: asker, names)) }, uniquingKeysWith: { first, _ in first })
  }
}

extension ConversationOutline {
  /// What the asker knows the conversation as.
  func title(for asker: UserID, _ names: Names) -> String {
    if let name = conversation.name, !name.isEmpty { return name }
    let others = members.map(\.user).filter { $0 != asker }
    guard conversation.kind == .group else { return others.first.map { names[$0] } ?? "a conversation" }
    return "a group"
  }
}
