import AIProviders
import Domain
import Foundation
import Intelligence
import OnBoxAI
import ServerCore
import StoreSQLite

/// The whole intelligence over a real store, in one thread's hands: nothing happens unless a test
/// makes it happen.
package struct IntelligenceFixture: Sendable {
  package let storeFixture: StoreFixture
  package let store: SQLiteStore
  package let clock: SettableClock
  package let commands: any CommandPerformer
  package let services: IntelligenceServices

  /// In memory unless given a path. Without an embedder, search is by words only.
  package init(
    path: String? = nil, embedder: (any SentenceEmbedder)? = WordEmbedder(), model: (any TextModel)? = nil,
    embedding: (any EmbeddingModel)? = nil, prices: ModelPrices? = nil,
    calls: AICalls = AICalls(), configure: (inout IntelligenceConfiguration) -> Void = { _ in }
  ) throws {
    let store = try SQLiteStore(path: path, options: SQLiteStoreOptions(commit: .manual, clock: ContractClock()))
    let clock = SettableClock()
    self.store = store
    self.clock = clock
    storeFixture = StoreFixture(StoreUnderTest(store: store) { store.drain() })
    commands = DrainingPerformer(store: store, clock: clock)
    var configuration = IntelligenceConfiguration()
    configuration.pipelineRest = 0
    configure(&configuration)
    services = IntelligenceServices(
      store: store, commands: commands, engine: OnBoxEngine(embedder: embedder, text: Self.textEngine),
      model: model, embedding: embedding, prices: prices, configuration: configuration, work: InlineWorkExecutor(),
      background: InlineWorkExecutor(), clock: clock, identifiers: RandomIdentifierSource(clock: clock),
      calls: calls)
  }

  /// By words alone; read once, for it takes a while.
  package static let textEngine = TextEngine(models: ModelFolder(modelFolder), readsMeaning: false)

  /// The repository's folder of models.
  package static var modelFolder: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Models").path
  }

  /// Has the model elsewhere embed what it has not, until there is nothing to do now.
  package func embedElsewhere() async {
    while await services.remoteIndexer?.runBatch() ?? 0 > 0 {}
  }

  /// Runs the pipeline until nothing is due now.
  package func index() async throws {
    while await services.pipeline.runBatch() > 0 {}
  }

  @discardableResult
  package func post(
    _ text: String, by sender: UserID, in conversation: ConversationID, replyTo: MessageID? = nil
  ) throws -> Message {
    try storeFixture.delta(
      .message(.post(sender: sender, conversation: conversation, id: storeFixture.id(), text: text, replyTo: replyTo)),
      at: clock.now
    ).messages[0]
  }

  @discardableResult
  package func edit(_ message: Message, to text: String, in conversation: ConversationID) throws -> Message {
    try storeFixture.delta(
      .message(
        .edit(
          asker: message.sender, conversation: conversation, id: message.id, editID: storeFixture.id(), text: text)),
      at: clock.now
    ).messages[0]
  }

  package func delete(_ message: Message, in conversation: ConversationID) throws {
    _ = try storeFixture.delta(
      .message(.delete(asker: message.sender, conversation: conversation, id: message.id)), at: clock.now)
  }

  package func perform(_ body: WriteCommand.Body) throws {
    try storeFixture.perform(body, at: clock.now)
  }
}

/// Commits at once whatever it is given.
package struct DrainingPerformer: CommandPerformer {
  let store: SQLiteStore
  let clock: any WallClock

  package func perform(_ body: WriteCommand.Body, by actor: AuditActor?) async throws(Refusal) -> CommitResult {
    let result = await withCheckedContinuation { continuation in
      store.submit(
        WriteCommand(body, at: clock.now, origin: .callback { continuation.resume(returning: $0) }, by: actor))
      while store.drain() {}
    }
    return try result.get()
  }
}
