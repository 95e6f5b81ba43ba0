import AIProviders
import Domain
import OnBoxAI
import ServerCore
import Synchronization

/// The meaning of texts by the embedding model that the server's owner has chosen: of queries here,
/// of messages by `RemoteIndexer`.
///
/// Whatever fails is answered without it: by the encoder of this server, with a notice.
package final class RemoteEmbeddings: Sendable {
  /// A query and where to look for it.
  struct Query: Sendable {
    let embedding: Embedding
    let index: VectorIndex
  }

  private struct State: Sendable {
    var index: (width: Int, vectors: VectorIndex)?
    /// The last queries, newest last.
    var queries: [(text: String, embedding: Embedding)] = []
    /// Why messages are not being embedded now.
    var notice: String?
  }

  /// Queries whose vectors are remembered.
  private static let remembered = 256
  /// Seconds that somebody who searches waits for the provider.
  private static let patience = 4.0

  package let model: any EmbeddingModel
  private let store: any IntelligenceStore
  private let runner: AIRunner
  private let byteLimit: Int
  private let state = Mutex(State())

  package init(model: any EmbeddingModel, store: any IntelligenceStore, runner: AIRunner, byteLimit: Int) {
    self.model = model
    self.store = store
    self.runner = runner
    self.byteLimit = byteLimit
  }

  /// What vectors are kept under: those of another name are of another model and are never
  /// compared.
  package var name: String { "\(model.name) at \(model.place)" }

  /// Bytes of a vector; 0 until the model has made one.
  package var width: Int { state.withLock { $0.index?.width ?? 0 } }

  /// Why messages are not being embedded now, in words.
  package var notice: String? { state.withLock { $0.notice } }

  func set(notice: String?) {
    state.withLock { $0.notice = notice }
  }

  /// The index of vectors that are `width` wide. Made anew when the model's width has changed.
  @discardableResult
  func index(width: Int) -> VectorIndex {
    state.withLock { state in
      if let known = state.index, known.width == width { return known.vectors }
      let (store, name) = (store, name)
      let vectors = VectorIndex(width: width, byteLimit: byteLimit) { conversation, seq, last, limit in
        try store.vectors(
          of: conversation, .remote(model: name, width: width), after: seq, through: last, limit: limit)
      }
      state.index = (width, vectors)
      state.queries = []
      return vectors
    }
  }

  /// Messages of a conversation have new vectors, or none any more.
  func changed(_ conversation: ConversationID, seqs: some Sequence<Int64>) {
    state.withLock { $0.index?.vectors }?.changed(conversation, seqs: seqs)
  }

  func forget(_ conversation: ConversationID) {
    state.withLock { $0.index?.vectors }?.forget(conversation)
  }

  /// The query's meaning for somebody, or why there is none. A query is a request of theirs, with a
  /// row in their ledger; one that was asked shortly before costs nothing.
  func query(
    _ text: String, feature: String, for asker: UserID, _ preferences: AIPreferences
  ) async throws(Refusal) -> (query: Query?, notice: String?) {
    guard preferences.allowsRemoteModels, !text.isEmpty else { return (nil, nil) }
    if let known = remembered(text) { return (known, nil) }
    let reservation: Budget.Reservation
    do throws(Refusal) {
      reservation = try await runner.budget.reserve(
        asker, tokens: ModelMaterial.tokens(ofCharacters: text.utf8.count))
    } catch {
      guard error.code == .rateLimited else { throw error }
      return (
        nil,
        "You have made your requests of the last 24 hours, so this was looked for on this server."
      )
    }
    defer { runner.budget.release(reservation) }
    if let notice = reservation.notice { return (nil, notice) }
    let answer: EmbeddingAnswer
    do throws(ModelFailure) {
      answer = try await model.embed([text], deadline: Self.patience)
    } catch {
      // What was sent was sent, and counts.
      if error.mayHaveSent { try await note(.none, feature, asker) }
      return (nil, error.notice(place: model.place))
    }
    try await note(answer.usage, feature, asker)
    guard let vector = answer.vectors.first, let embedding = Embedding(scaling: vector) else {
      return (nil, ModelFailure(.invalidAnswer).notice(place: model.place))
    }
    return (remember(text, embedding), nil)
  }

  private func note(_ usage: ModelUsage, _ feature: String, _ asker: UserID) async throws(Refusal) {
    let receipt = AIReceipt(
      model: model.name, place: model.place, inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens)
    try await runner.records.note(
      receipt, feature: feature, conversations: [], for: asker, prices: model.prices)
  }

  private func remembered(_ text: String) -> Query? {
    state.withLock { state in
      guard let index = state.index?.vectors, let known = state.queries.last(where: { $0.text == text }) else {
        return nil
      }
      return Query(embedding: known.embedding, index: index)
    }
  }

  private func remember(_ text: String, _ embedding: Embedding) -> Query {
    let index = index(width: embedding.values.count)
    state.withLock { state in
      state.queries.append((text, embedding))
      if state.queries.count > Self.remembered { state.queries.removeFirst() }
    }
    return Query(embedding: embedding, index: index)
  }
}
