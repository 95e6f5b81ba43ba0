import AsyncHTTPClient
import Logging

/// The configured provider, ready to be asked. Whoever makes it calls `shutdown` once at the end.
package struct AIProvider: Sendable {
  package let text: any TextModel
  /// `nil`: texts are embedded on this server.
  package let embedding: (any EmbeddingModel)?
  /// What the model for text costs; `nil`: nobody has said.
  package let prices: ModelPrices?

  private let client: HTTPClient

  /// Connects to nothing yet. Text and embeddings share the limit of requests at once, but not the
  /// circuit breaker.
  package init(
    _ configuration: ProviderConfiguration, settings: RemoteSettings? = nil, clock: any ModelClock = SystemModelClock(),
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }, logger: Logger
  ) {
    let client = HTTPModelTransport.client()
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
    self.client = client
    text = RemoteTextModel(
      name: configuration.model, place: place, dialect: dialect, caller: caller(configuration.model))
    embedding = configuration.embeddingModel.map {
      RemoteEmbeddingModel(
        name: $0, place: place, prices: configuration.embeddingPrice.map { ModelPrices(input: $0, output: 0) },
        caller: caller($0))
    }
    prices = configuration.prices
  }

  /// Ends requests under way and closes all connections.
  package func shutdown() async throws {
    try await client.shutdown()
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
