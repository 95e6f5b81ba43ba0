import AIProviders
import Domain
import Logging
import ServerCore
import Synchronization

/// The language model that admins connect while the server runs: kept with its key sealed, and
/// asked by everything that asks a model from then on.
package final class ModelConnections: Sendable {
  /// Seconds that a model gets for the one question of a trial: it may have to be loaded first.
  private static let trialDeadline = 60.0

  /// How often the connection was looked at, and what was made of it last.
  private struct Installed: Sendable {
    var looks = 0
    var connection: StoredModelConnection?
  }

  private let store: any ModelConnectionStore & FeatureStore
  private let work: any WorkExecutor
  private let commands: any CommandPerformer
  private let seal: ModelKeySeal
  private let intelligence: IntelligenceServices
  private let pool: ModelConnectionPool
  private let logger: Logger
  private let installed = Mutex(Installed())

  /// `shutdown` must be called once at the end.
  package init(
    store: any ModelConnectionStore & FeatureStore, work: any WorkExecutor, commands: any CommandPerformer,
    seal: ModelKeySeal, intelligence: IntelligenceServices, logger: Logger
  ) {
    self.store = store
    self.work = work
    self.commands = commands
    self.seal = seal
    self.intelligence = intelligence
    self.logger = logger
    pool = ModelConnectionPool()
  }

  /// Ends requests to models under way. Nothing is asked after it.
  package func shutdown() async throws {
    try await pool.shutdown()
  }

  // MARK: What is kept

  package func state() async throws(Refusal) -> ModelConnectionState {
    let (kept, rollout) = try await work.reading { [store] in
      (try store.modelConnection(), try store.rollouts()[.model])
    }
    var shown: ModelConnection?
    if let kept { shown = kept.shown(try await keyState(of: kept)) }
    let now = intelligence.configuration.isOn ? intelligence.models.now : nil
    return ModelConnectionState(
      source: intelligence.models.isFixed ? .options : kept == nil ? .none : .stored, model: now?.name,
      place: now?.place, percentage: rollout?.percentage ?? Feature.model.defaultPercentage,
      isStopped: rollout?.isStopped ?? false, connection: shown)
  }

  /// Keeps the connection and asks its model from now on. Throws `invalid` for what no connection
  /// can be, and `conflict` where the server's settings name a model or a kept key is needed that
  /// cannot be read.
  package func connect(
    _ form: ModelConnectionForm, by asker: UserID, as actor: AuditActor
  ) async throws(Refusal) -> ModelConnectionState {
    try checkChangeable()
    let draft = try await draft(form, by: asker)
    var connection = draft.connection
    if let key = draft.newKey {
      connection.sealedKey = try await seal.close(key.told, for: connection.kind, at: connection.address)
    }
    _ = try await commands.perform(.model(.connect(connection, percentage: form.percentage)), by: actor)
    try await refresh()
    return try await state()
  }

  /// Forgets the connection with its key. Requests under way come to their end.
  package func disconnect(by asker: UserID, as actor: AuditActor) async throws(Refusal) {
    _ = try await commands.perform(.model(.disconnect(asker: asker)), by: actor)
    try await refresh()
  }

  /// Has the model asked that is kept, or none: after a start, after each change, and after new
  /// keys of the server, with which the key cannot be read any more.
  package func refresh() async throws(Refusal) {
    guard intelligence.configuration.isOn, !intelligence.models.isFixed else { return }
    let look = installed.withLock { installed in
      installed.looks += 1
      return installed.looks
    }
    var kept = try await work.reading { [store] in try store.modelConnection() }
    var key: SecretKey?
    if let connection = kept, let sealed = connection.sealedKey {
      key = try await open(sealed, of: connection)
      if key == nil { kept = nil }
    }
    let configuration = try kept.map { kept throws(Refusal) in try Self.configuration(kept, key) }
    installed.withLock { installed in
      // A later look has seen all that this one has seen. What has not changed keeps what its
      // provider has learned.
      guard installed.looks == look, installed.connection != kept else { return }
      installed.connection = kept
      intelligence.models.put(
        configuration.map { AIProvider($0, connections: pool, logger: logger).text })
    }
  }

  // MARK: Finding and trying

  /// Servers of models on this machine, and nowhere else.
  package func servers() async throws(Refusal) -> ModelServers {
    try checkOn()
    let found = await ModelFinder(pool).servers(at: intelligence.configuration.modelPorts)
    return ModelServers(
      servers: found.map { server in
        ModelServer(
          kind: server.kind == .ollama ? .ollama : .compatible, address: server.address, isReady: server.isReady,
          models: server.models)
      })
  }

  /// Asks a model one small question. What comes of it is part of the answer. Throws `conflict`
  /// when there is no model to be asked, and `invalid` for what no connection can be.
  package func trial(
    _ form: ModelTrialForm, for asker: UserID, as actor: AuditActor
  ) async throws(Refusal) -> ModelTrial {
    try checkOn()
    let (model, kind) = try await tried(form, by: asker)
    _ = try await commands.perform(.audit(.append(.modelTried(kind))), by: actor)
    let request = ModelRequest(
      messages: [.user("Which colour does a clear sky have at noon? Answer with one word.")], maximumTokens: 512,
      temperature: nil, deadline: Self.trialDeadline, purpose: "tryModel")
    do throws(ModelFailure) {
      let answer = try await model.complete(request)
      let receipt = AIReceipt(
        model: model.nameToShow(answer.model), place: model.place, inputTokens: answer.usage.inputTokens,
        outputTokens: answer.usage.outputTokens, milliseconds: Int(answer.latency * 1_000))
      try await keep(receipt, of: model, for: asker)
      let said = ModelOutputGuard(sources: [:]).label(answer.text, atMost: 200)
      return ModelTrial(
        model: receipt.model, place: receipt.place, answer: said.isEmpty ? nil : said,
        problem: said.isEmpty ? "It answered without a word. Another model may do better." : nil,
        milliseconds: receipt.milliseconds, inputTokens: receipt.inputTokens, outputTokens: receipt.outputTokens,
        cost: model.prices?.millionths(of: answer.usage))
    } catch {
      return ModelTrial(
        model: model.name, place: model.place, answer: nil, problem: error.advice(model: model.name, at: model.place),
        milliseconds: 0, inputTokens: 0, outputTokens: 0, cost: nil)
    }
  }

  /// The ledger tells of it as of any other request. A trial whose row cannot be written is one all
  /// the same.
  private func keep(_ receipt: AIReceipt, of model: any TextModel, for asker: UserID) async throws(ModelFailure) {
    do throws(Refusal) {
      try await intelligence.runner.records.note(
        receipt, feature: "tryModel", conversations: [], for: asker, prices: model.prices)
    } catch {
      throw ModelFailure(.cancelled, detail: "could not be kept")
    }
  }

  /// What is to be tried: asked once, and apart from what others have asked of it.
  private func tried(
    _ form: ModelTrialForm, by asker: UserID
  ) async throws(Refusal) -> (model: any TextModel, kind: ModelKind?) {
    if intelligence.models.isFixed, form.connection == nil, let model = intelligence.models.now { return (model, nil) }
    let connection: StoredModelConnection
    let key: SecretKey?
    if let form = form.connection {
      let draft = try await draft(form, by: asker)
      (connection, key) = (draft.connection, draft.newKey?.secret ?? draft.keptKey)
    } else {
      let kept = try await work.reading { [store] in try store.modelConnection() }
      guard let kept else { throw Refusal(.conflict, "No model is connected.") }
      (connection, key) = (kept, try await self.key(of: kept))
    }
    let settings = RemoteSettings(retries: RetryPolicy(attempts: 1))
    let configuration = try Self.configuration(connection, key)
    return (
      AIProvider(configuration, connections: pool, settings: settings, logger: logger).text, connection.kind
    )
  }

  /// Has the model that is asked now and the server's own engine read the same messages. Throws
  /// `conflict` when no model is asked; otherwise as `ModelComparer`.
  package func compare(
    _ form: ModelComparisonForm, for asker: UserID, as actor: AuditActor
  ) async throws(Refusal) -> ModelComparison {
    try checkOn()
    guard let model = intelligence.models.now else { throw Refusal(.conflict, "No model is connected.") }
    _ = try await commands.perform(.audit(.append(.modelTried(nil))), by: actor)
    return try await intelligence.summaries.comparer.compare(
      form.conversation, days: form.days ?? 7, for: asker, with: model)
  }

  // MARK: Parts

  private struct Draft {
    /// A key as it was typed.
    struct Key {
      let told: String
      var secret: SecretKey { SecretKey(told) }
    }

    var connection: StoredModelConnection
    var newKey: Key?
    var keptKey: SecretKey?
  }

  /// The connection that the form asks for. A key that is kept goes with it only to where it went
  /// before.
  private func draft(_ form: ModelConnectionForm, by asker: UserID) async throws(Refusal) -> Draft {
    let address = try Self.address(form)
    var connection = StoredModelConnection(
      kind: form.kind, address: address.text, model: form.model, prices: try Self.prices(form, at: address),
      setBy: asker, setAt: Timestamp(milliseconds: 0))
    var draft = Draft(connection: connection)
    if let key = form.apiKey, !key.trimmingWhitespace.isEmpty {
      let key = try Rules.Models.validated(key: key)
      draft.newKey = Draft.Key(told: key)
      connection.keyEnding = Rules.Models.ending(of: key)
      // Sealed when it is kept.
      connection.sealedKey = []
    } else if let kept = try await work.reading({ [store] in try store.modelConnection() }),
      kept.kind == connection.kind, kept.address == connection.address, kept.sealedKey != nil
    {
      draft.keptKey = try await key(of: kept)
      (connection.sealedKey, connection.keyEnding) = (kept.sealedKey, kept.keyEnding)
    }
    draft.connection = try Rules.Models.validated(connection)
    return draft
  }

  /// Throws `conflict` when there is one that cannot be read.
  private func key(of connection: StoredModelConnection) async throws(Refusal) -> SecretKey? {
    guard let sealed = connection.sealedKey else { return nil }
    guard let key = try await open(sealed, of: connection) else {
      throw Refusal(.conflict, "The key cannot be read any more: enter it again.")
    }
    return key
  }

  private func keyState(of connection: StoredModelConnection) async throws(Refusal) -> ModelKeyState {
    guard let sealed = connection.sealedKey else { return .none }
    return try await open(sealed, of: connection) == nil ? .unreadable : .kept
  }

  private func open(_ sealed: [UInt8], of connection: StoredModelConnection) async throws(Refusal) -> SecretKey? {
    try await seal.open(sealed, for: connection.kind, at: connection.address).map { SecretKey($0) }
  }

  private func checkOn() throws(Refusal) {
    guard intelligence.configuration.isOn else {
      throw Refusal(.forbidden, "The AI of this server is switched off.")
    }
  }

  private func checkChangeable() throws(Refusal) {
    try checkOn()
    guard !intelligence.models.isFixed else {
      throw Refusal(
        .conflict, "The settings that this server was started with name a model. Take them out first.")
    }
  }
}

extension ModelConnections {
  private static func provider(_ kind: ModelKind) -> ProviderConfiguration.Provider {
    switch kind {
    case .openai: .openai
    case .anthropic: .anthropic
    case .ollama, .compatible: .compatible
    }
  }

  private static func usualAddress(_ kind: ModelKind) -> String? {
    kind == .ollama ? "http://127.0.0.1:11434/v1" : provider(kind).usualAddress
  }

  private static func configuration(
    _ connection: StoredModelConnection, _ key: SecretKey?
  ) throws(Refusal) -> ProviderConfiguration {
    ProviderConfiguration(
      provider: provider(connection.kind), key: key, base: try checked(connection.address), model: connection.model,
      prices: connection.prices.map { ModelPrices(input: $0.input, output: $0.output) })
  }

  private static func address(_ form: ModelConnectionForm) throws(Refusal) -> BaseAddress {
    let told = form.address?.trimmingWhitespace ?? ""
    guard let text = told.isEmpty ? usualAddress(form.kind) : told else {
      throw Refusal(.invalid, "Say where the model is, such as http://127.0.0.1:8081/v1.")
    }
    return try checked(text)
  }

  private static func checked(_ text: String) throws(Refusal) -> BaseAddress {
    let address: BaseAddress
    do throws(ProviderConfiguration.Problem) {
      address = try BaseAddress(text)
    } catch {
      // The address is not repeated: it may hold a password.
      throw Refusal(.invalid, "The address \(error.description).")
    }
    guard !address.isLinkLocal else {
      throw Refusal(.invalid, "The address is one of the link's own, where no model is.")
    }
    return address
  }

  /// What was said, or else what the model usually costs where it is.
  private static func prices(
    _ form: ModelConnectionForm, at address: BaseAddress
  ) throws(Refusal) -> StoredModelConnection.Prices? {
    switch (form.inputPrice, form.outputPrice) {
    case (let input?, let output?): return .init(input: input, output: output)
    case (nil, nil):
      if form.kind == .ollama { return .init(input: 0, output: 0) }
      guard address.text == usualAddress(form.kind) else { return nil }
      return KnownPrices.of(form.model.trimmingWhitespace, by: provider(form.kind)).map {
        .init(input: $0.input, output: $0.output)
      }
    default: throw Refusal(.invalid, "Both prices are needed, or none.")
    }
  }
}

extension StoredModelConnection {
  fileprivate func shown(_ key: ModelKeyState) -> ModelConnection {
    ModelConnection(
      kind: kind, address: address, model: model, keyState: key, keyEnding: keyEnding, inputPrice: prices?.input,
      outputPrice: prices?.output, setBy: setBy, setAt: setAt)
  }
}
