import Logging

/// A provider, ready to be asked. Whoever makes it calls `shutdown` once at the end, unless it
/// shares its connections with others.
package struct AIProvider: Sendable {
  package let text: any TextModel
  /// `nil`: texts are embedded on this server.
  package let embedding: (any EmbeddingModel)?

  private let connections: ModelConnectionPool

  /// Connects to nothing yet. Text and embeddings share the limit of requests at once, but not the
  /// circuit breaker. A provider that shares its `connections` can be dropped at any time: requests
  /// under way come to their end.
  package init(
    _ configuration: ProviderConfiguration, connections: ModelConnectionPool = ModelConnectionPool(),
    settings: RemoteSettings? = nil, clock: any ModelClock = SystemModelClock(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }, logger: Logger
  ) {
    let client = connections.client
    let settings = settings ?? RemoteSettings(concurrency: configuration.concurrency)
    let gate = ConcurrencyGate(limit: settings.concurrency)
    let dialect = Self.dialect(configuration)
    func caller(_ name: String) -> RemoteCaller {
      RemoteCaller(
        name: name, key: configuration.key, transport: HTTPModelTransport(client: client, base: configuration.base),
        settings: settings, health: ProviderHealth(breaker: settings.breaker, abilities: dialect.abilities), gate: gate,
        clock: clock, random: random, logger: logger)
    }
    let place = configuration.base.place
    self.connections = connections
    text = RemoteTextModel(
      name: configuration.model, place: place, prices: configuration.prices, dialect: dialect,
      caller: caller(configuration.model))
    embedding = configuration.embeddingModel.map {
      RemoteEmbeddingModel(
        name: $0, place: place, prices: configuration.embeddingPrice.map { ModelPrices(input: $0, output: 0) },
        caller: caller($0))
    }
  }

  /// Ends requests under way and closes all connections.
  package func shutdown() async throws {
    try await connections.shutdown()
  }

  private static func dialect(_ configuration: ProviderConfiguration) -> any ModelDialect {
    switch (configuration.provider, configuration.interface) {
    case (.openai, .responses): Responses()
    case (.openai, .chat): ChatCompletions(tokenWord: .maximumCompletionTokens)
    case (.anthropic, _): AnthropicMessages()
    case (.compatible, _): ChatCompletions(tokenWord: .maximumTokens)
    }
  }
}
