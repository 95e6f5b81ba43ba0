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
    let shown = Array(messages.suffix(configuration.modelMessages))
    let feature = kind == .decision ? "trackDecisions" : "extractActionItems"
    let request = OutputRequest(
      feature: feature, kind: .summary, asker: asker, preferences: preferences,
      conversation: outline.conversation.id, outlines: [outline], messages: shown, parameters: [])
    let key = CacheKey.of(request, model: model.name)
    if try await runner.records.hasRead(key, request, by: model) { return nil }
    let reservation = try await runner.budget.reserve(
      asker, tokens: ModelMaterial.tokens(of: messages, configuration))
    defer { runner.budget.release(reservation) }
    if let notice = reservation.notice { return notice }
    let people = people
    let readers = try await reader.compute {
      try ModelClaims.Readers(of: shown, members: outline.members, people: people)
    }
    let answer: ModelAnswer
    do throws(ModelFailure) {
      answer = try await model.complete(prompt(kind, shown, readers.names, outline))
    } catch {
      // The box's own findings stand. What was sent was sent, and counts.
      if error.mayHaveSent { try await note(nil, shown, kind, outline, model: model, for: asker) }
      return error.notice(place: model.place)
    }
    try await note(answer, shown, kind, outline, model: model, for: asker)
    let (embedder, identifiers, now) = (embedder, identifiers, clock.now)
    let makeClaims = { @Sendable in
      ModelClaims(
        about: shown, readers, members: outline.members, by: model.nameToShow(answer.model), embedder: embedder,
        identifiers: identifiers, at: now)
    }
    do throws(ModelFailure) {
      try await keep(insights(kind, of: answer, makeClaims), kind, shown, outline)
    } catch {
      return error.notice(place: model.place)
    }
    try await runner.records.noteRead(key, request)
    return nil
  }

  private func prompt(
    _ kind: Insight.Kind, _ shown: [PlacedMessage], _ names: Names, _ outline: ConversationOutline
  ) -> ModelRequest {
    let turns = shown.enumerated().map { index, placed in
      PromptTurn(number: index + 1, speaker: names[placed.message.sender], text: placed.message.text)
    }
    let deadline = configuration.modelDeadline
    guard kind != .decision else { return DecisionsPrompt(turns: turns).request(deadline: deadline) }
    let members = outline.members.map { names[$0.user] }
    return ActionItemsPrompt(turns: turns, members: members).request(deadline: deadline)
  }

  private func insights(
    _ kind: Insight.Kind, of answer: ModelAnswer, _ makeClaims: @escaping @Sendable () -> ModelClaims
  ) async throws(ModelFailure) -> [Insight] {
    do throws(Refusal) {
      return try await reader.compute {
        let claims = makeClaims()
        guard kind != .decision else {
          return (answer.json.flatMap(DecisionsPrompt.Output.init)?.items ?? []).compactMap(claims.decision)
        }
        return (answer.json.flatMap(ActionItemsPrompt.Output.init)?.items ?? []).compactMap(claims.actionItem)
      }
    } catch {
      throw ModelFailure(.cancelled, detail: "could not be checked")
    }
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
      receipt, feature: feature, conversations: [outline.conversation.id], for: asker, prices: model.prices)
  }
}

extension MessageWork {
  fileprivate func with(insights: [Insight]) -> MessageWork {
    MessageWork(
      conversation: conversation, message: message, rev: rev, embedding: embedding, embedder: embedder,
      signals: signals, insights: insights)
  }
}
