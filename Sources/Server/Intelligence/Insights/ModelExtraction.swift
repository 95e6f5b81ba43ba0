import AIProviders
import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Has the chosen model read messages for action items or decisions, and keeps what it cites.
///
/// What it finds replaces what the box has found in the same messages; what members edited or
/// marked stays. When it fails, what the box found stands.
package struct ModelExtraction: Sendable {
  let runner: AIRunner
  let reader: IntelligenceReader
  let people: PeopleDirectory
  let commands: any CommandPerformer
  let worker: MessageWorker
  let embedder: (any SentenceEmbedder)?
  let configuration: IntelligenceConfiguration
  let clock: any WallClock
  let identifiers: any IdentifierSource

  /// Does nothing without a model that may read for the asker. Answers with why it did nothing, or
  /// failed, where there is a model.
  func run(
    _ kind: Insight.Kind, over messages: [PlacedMessage], of outline: ConversationOutline, for asker: UserID,
    _ preferences: AIPreferences
  ) async throws(Refusal) -> String? {
    guard !messages.isEmpty else { return nil }
    let choice = try await runner.modelNow(
      for: asker, preferences, reading: [outline.conversation.id])
    guard let model = choice.model else { return choice.notice }
    let reservation = try await runner.budget.reserve(
      asker, tokens: ModelMaterial.tokens(of: messages, configuration))
    defer { runner.budget.release(reservation) }
    if let notice = reservation.notice { return notice }
    let shown = Array(messages.suffix(configuration.modelMessages))
    let people = people
    let readers = try await reader.compute {
      let senders = Set(shown.map(\.message.sender))
      var zones: [UserID: TimeZone] = [:]
      for sender in senders { zones[sender] = try people.timeZone(of: sender) }
      return Readers(names: try people.names(of: senders, members: outline.members), zones: zones)
    }
    let found: Found
    do throws(ModelFailure) {
      found = try await ask(model, kind, shown, readers, outline)
    } catch {
      // The box's own findings stand. What was sent was sent, and counts.
      if error.mayHaveSent { try await note(nil, shown, kind, outline, model: model, for: asker) }
      return error.notice(place: model.place)
    }
    try await note(found.answer, shown, kind, outline, model: model, for: asker)
    do throws(ModelFailure) {
      try await keep(
        resting(found.insights, on: shown, readers.names, outline), kind, shown, outline)
      return nil
    } catch {
      return error.notice(place: model.place)
    }
  }

  private struct Readers: Sendable {
    let names: Names
    let zones: [UserID: TimeZone]
  }

  private typealias Found = (insights: [Insight], answer: ModelAnswer)

  private func ask(
    _ model: any TextModel, _ kind: Insight.Kind, _ shown: [PlacedMessage], _ readers: Readers,
    _ outline: ConversationOutline
  ) async throws(ModelFailure) -> Found {
    let names = readers.names
    let turns = shown.enumerated().map { index, placed in
      PromptTurn(number: index + 1, speaker: names[placed.message.sender], text: placed.message.text)
    }
    let guarding = ModelOutputGuard(
      sources: Dictionary(turns.map { ($0.number, $0.text) }, uniquingKeysWith: { first, _ in first }))
    let deadline = configuration.modelDeadline
    if kind == .decision {
      let answer = try await model.complete(DecisionsPrompt(turns: turns).request(deadline: deadline))
      let items = answer.json.flatMap(DecisionsPrompt.Output.init)?.items ?? []
      return (items.compactMap { decision($0, shown, names, guarding, model.nameToShow(answer.model)) }, answer)
    }
    let members = outline.members.map { names[$0.user] }
    let answer = try await model.complete(
      ActionItemsPrompt(turns: turns, members: members).request(deadline: deadline))
    let items = answer.json.flatMap(ActionItemsPrompt.Output.init)?.items ?? []
    return (items.compactMap { actionItem($0, shown, readers, guarding, model.nameToShow(answer.model)) }, answer)
  }

  /// Those that have to do with what they cite, each citing every message that it takes a word
  /// from.
  private func resting(
    _ insights: [Insight], on shown: [PlacedMessage], _ names: Names, _ outline: ConversationOutline
  ) async throws(ModelFailure) -> [Insight] {
    let embedder = embedder
    do throws(Refusal) {
      return try await reader.compute {
        let sources = WordSources(shown, names: outline.members.map { names[$0.user] }, embedder: embedder)
        let places = Dictionary(
          shown.enumerated().map { ($0.element.message.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
        return insights.compactMap { insight -> Insight? in
          let said =
            [insight.text, insight.context, insight.ownerName, insight.dueText].compactMap { $0 } + insight.tags
          let cited = insight.citations.compactMap { places[$0] }
          guard let all = sources.places(of: said.joined(separator: " "), cited: cited) else { return nil }
          var insight = insight
          insight.citations = all.map { shown[$0].message.id }
          return insight
        }
      }
    } catch {
      throw ModelFailure(.cancelled, detail: "could not be checked")
    }
  }

  private func actionItem(
    _ item: ActionItemsPrompt.Item, _ shown: [PlacedMessage], _ readers: Readers, _ guarding: ModelOutputGuard,
    _ model: String
  ) -> Insight? {
    guard let claim = guarding.claim(item.task.text, citations: item.task.citations) else { return nil }
    let cited = claim.citations.map { shown[$0 - 1].message }
    let owner = item.owner.flatMap { readers.names.user(named: $0) }
    let due = item.dueText.map { guarding.label($0, atMost: 80) }
    return Insight(
      id: identifiers.next(), kind: .actionItem, text: claim.text, citations: cited.map(\.id), owner: owner,
      ownerName: owner == nil ? item.owner.map { guarding.label($0) } : nil,
      dueAt: due.flatMap { dueTime($0, of: cited[0], zone: readers.zones[cited[0].sender] ?? .gmt) }, dueText: due,
      confidence: item.confidence,
      reason: "\(model) read it as a task.", model: model, createdAt: clock.now)
  }

  private func dueTime(_ words: String, of message: Message, zone: TimeZone) -> Timestamp? {
    let mentions = TextEngine().times(in: words, now: message.createdAt.date, timeZone: zone)
    let mention = mentions.first { $0.bound != .after }
    return mention?.instant(in: zone, after: message.createdAt.date).map { Timestamp($0) }
  }

  private func decision(
    _ item: DecisionsPrompt.Item, _ shown: [PlacedMessage], _ names: Names, _ guarding: ModelOutputGuard,
    _ model: String
  ) -> Insight? {
    guard let claim = guarding.claim(item.decision.text, citations: item.decision.citations) else { return nil }
    return Insight(
      id: identifiers.next(), kind: .decision, text: claim.text,
      citations: claim.citations.map { shown[$0 - 1].message.id },
      participants: item.participants.compactMap { names.user(named: $0) },
      tags: item.tags.prefix(InsightChange.mostTags).map { guarding.label($0, atMost: InsightChange.mostTagsEach) }
        .filter { !$0.isEmpty },
      context: item.context.map { guarding.label($0, atMost: 300) }, confidence: item.confidence,
      reason: "\(model) read it as a decision.", model: model, createdAt: clock.now)
  }

  /// Commits the model's insights in the place of those that the box found in the messages that it
  /// was shown.
  private func keep(
    _ insights: [Insight], _ kind: Insight.Kind, _ shown: [PlacedMessage], _ outline: ConversationOutline
  ) async throws(ModelFailure) {
    let bySource = Dictionary(grouping: insights) { $0.citations.first }
    let worker = worker
    let conversationKind = outline.conversation.kind
    let filter = InsightFilter(kind: kind, conversation: outline.conversation.id, limit: 500)
    let asker = outline.mine.user
    do throws(Refusal) {
      let existing = try await reader.read { try $0.insights(filter, for: asker) }
      let touched = Set(existing.flatMap(\.insight.citations)).union(
        bySource.keys.compactMap { $0 })
      let found = shown.filter { touched.contains($0.message.id) }
      var works: [MessageWork] = []
      for start in stride(from: 0, to: found.count, by: InsightService.workedAtOnce) {
        let part = found[start..<min(start + InsightService.workedAtOnce, found.count)]
        works += try await reader.compute {
          try part.map { placed in
            let work = try worker.work(
              on: DueMessage(
                conversation: placed.conversation, kind: conversationKind, message: placed.message,
                failures: 0))
            let others = work.insights.filter { $0.kind != kind }
            return work.with(insights: others + (try worker.reported(bySource[placed.message.id] ?? [], in: placed)))
          }
        }
      }
      _ = try await commands.perform(.intelligence(.pipeline(.record(works))))
    } catch {
      throw ModelFailure(.cancelled, detail: "could not be kept")
    }
  }

  /// `nil`: no answer came.
  private func note(
    _ answer: ModelAnswer?, _ shown: [PlacedMessage], _ kind: Insight.Kind,
    _ outline: ConversationOutline,
    model: any TextModel, for asker: UserID
  ) async throws(Refusal) {
    let receipt = AIReceipt(
      model: answer.map { model.nameToShow($0.model) } ?? model.name, place: model.place,
      messagesRead: shown.count,
      messagesSent: shown.count, inputTokens: answer?.usage.inputTokens ?? 0,
      outputTokens: answer?.usage.outputTokens ?? 0,
      milliseconds: Int((answer?.latency ?? 0) * 1_000))
    let feature = kind == .decision ? "trackDecisions" : "extractActionItems"
    try await runner.records.note(
      receipt, feature: feature, conversations: [outline.conversation.id], for: asker)
  }
}

extension MessageWork {
  fileprivate func with(insights: [Insight]) -> MessageWork {
    MessageWork(
      conversation: conversation, message: message, rev: rev, embedding: embedding, embedder: embedder,
      signals: signals, insights: insights)
  }
}
