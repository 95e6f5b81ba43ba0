import AIProviders
import Domain
import Foundation
import OnBoxAI
import ServerCore
import Synchronization

/// Has the chosen model elsewhere embed every message that all members of its conversation let go
/// there, a batch at a time, newest first.
///
/// Stands beside the pipeline: a provider that hangs or is gone holds up nothing but this. What is
/// missing is seen in the store: after a change of the model every message is missing.
package final class RemoteIndexer: Sendable {
  private static let batch = 64
  /// Characters of a message that are sent.
  private static let longest = 6_000
  private static let deadline = 60.0
  /// Seconds to the next try after failures in a row.
  private static let delays: [Int64] = [15, 60, 300, 900]
  private static let budgetNotice =
    "The workspace has used its model's budget of the last 24 hours: new messages are embedded later."

  private struct State: Sendable {
    var failures = 0
    var notBefore: Timestamp?
  }

  private let embeddings: RemoteEmbeddings
  private let reader: IntelligenceReader
  private let commands: any CommandPerformer
  private let runner: AIRunner
  private let isOn: Bool
  private let clock: any WallClock
  private let loop = BatchLoop(pollSeconds: 30)
  private let state = Mutex(State())

  package init(
    embeddings: RemoteEmbeddings, reader: IntelligenceReader, commands: any CommandPerformer, runner: AIRunner,
    isOn: Bool, clock: any WallClock
  ) {
    self.embeddings = embeddings
    self.reader = reader
    self.commands = commands
    self.runner = runner
    self.isOn = isOn
    self.clock = clock
  }

  /// Something may be missing.
  package func wake() {
    loop.wake()
  }

  package func start() {
    guard isOn else { return }
    loop.start { [self] in await runBatch() }
  }

  /// Returns when nothing more is written.
  package func stop() async {
    await loop.stop()
  }

  /// Embeds one batch. The number of messages; 0 when there is nothing to do now.
  @discardableResult
  package func runBatch() async -> Int {
    let now = clock.now
    guard state.withLock({ $0.notBefore.map { $0 <= now } ?? true }) else { return 0 }
    do throws(Refusal) {
      let missing = try await missing()
      guard !missing.isEmpty else { return 0 }
      guard try await runner.budget.hasTokens() else {
        embeddings.set(notice: Self.budgetNotice)
        return 0
      }
      return try await embed(missing)
    } catch {
      return 0
    }
  }

  private func embed(_ missing: [DueMessage]) async throws(Refusal) -> Int {
    let answer: EmbeddingAnswer
    do throws(ModelFailure) {
      answer = try await embeddings.model.embed(
        missing.map { String($0.message.textWithFiles.prefix(Self.longest)) }, deadline: Self.deadline)
      guard answer.vectors.count == missing.count else { throw ModelFailure(.invalidAnswer) }
    } catch {
      try await fail(error, missing)
      return 0
    }
    var vectors: [RemoteVector] = []
    for (item, vector) in zip(missing, answer.vectors) {
      // A text without a direction is like nothing: a vector of zeros says so, and it is not asked
      // for again.
      let values = Embedding(scaling: vector)?.values ?? [Int8](repeating: 0, count: vector.count)
      vectors.append(
        RemoteVector(
          conversation: item.conversation, message: item.message.id, rev: item.message.rev,
          bytes: values.map { UInt8(bitPattern: $0) }))
    }
    try await note(missing, tokens: answer.usage.inputTokens)
    _ = try await commands.perform(.intelligence(.pipeline(.keepVectors(model: embeddings.name, vectors))))
    embeddings.index(width: answer.vectors[0].count)
    for (conversation, items) in Dictionary(grouping: missing, by: \.conversation) {
      embeddings.changed(conversation, seqs: items.map(\.message.seq))
    }
    state.withLock { state in
      state.failures = 0
      state.notBefore = nil
    }
    embeddings.set(notice: nil)
    return missing.count
  }

  private func fail(_ failure: ModelFailure, _ missing: [DueMessage]) async throws(Refusal) {
    let now = clock.now
    state.withLock { state in
      state.notBefore = now.adding(seconds: Self.delays[min(state.failures, Self.delays.count - 1)])
      state.failures += 1
    }
    let notice = failure.notice(place: embeddings.model.place)
    embeddings.set(
      notice: notice.replacingOccurrences(
        of: "so this was made on this server", with: "so messages are searched on this server"))
    // It may have arrived there all the same, and those who wrote it may know.
    if failure.mayHaveSent { try await note(missing, tokens: 0) }
  }

  // MARK: What may be sent

  /// Messages without a vector, of conversations all of whose members let models elsewhere read.
  private func missing() async throws(Refusal) -> [DueMessage] {
    let (name, width) = (embeddings.name, embeddings.width)
    return try await reader.read { store in
      var consent = RemoteConsent(store: store)
      var refused = Set<ConversationID>()
      while true {
        let found = try store.messagesWithoutVector(
          of: name, width: width, leavingOut: refused, limit: Self.batch)
        for conversation in Set(found.map(\.conversation)) where try !consent.allows(conversation) {
          refused.insert(conversation)
        }
        let allowed = found.filter { !refused.contains($0.conversation) }
        if !allowed.isEmpty || found.isEmpty { return allowed }
      }
    }
  }

  /// For everybody whose words were sent: one row an hour, for them to see.
  private func note(_ sent: [DueMessage], tokens: Int) async throws(Refusal) {
    let all = max(1, sent.reduce(0) { $0 + $1.message.textWithFiles.count })
    for (sender, items) in Dictionary(grouping: sent, by: \.message.sender) {
      let part = tokens * items.reduce(0) { $0 + $1.message.textWithFiles.count } / all
      var seen = Set<ConversationID>()
      let share = OutputRecords.Share(
        feature: "indexMessages", model: embeddings.model.name, place: embeddings.model.place,
        prices: embeddings.model.prices, messages: items.count,
        conversations: items.map(\.conversation).filter { seen.insert($0).inserted },
        usage: ModelUsage(inputTokens: part, outputTokens: 0))
      try await runner.records.note(share, for: sender)
    }
  }
}
