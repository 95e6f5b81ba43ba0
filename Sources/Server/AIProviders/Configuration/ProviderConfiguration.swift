import Foundation

/// Which model answers, where, and with which key. Read once, at the start.
package struct ProviderConfiguration: Hashable, Sendable {
  package enum Provider: String, Hashable, Sendable, CaseIterable {
    case openai, anthropic
    /// Anything that speaks Chat Completions: Ollama, llama.cpp, vLLM, a gateway.
    case compatible

    /// Up to the version; `nil` where that differs from place to place.
    package var usualAddress: String? {
      switch self {
      case .openai: "https://api.openai.com/v1"
      case .anthropic: "https://api.anthropic.com/v1"
      case .compatible: nil
      }
    }
  }

  /// How OpenAI is asked.
  package enum Interface: String, Hashable, Sendable, CaseIterable {
    case chat, responses
  }

  /// What is wrong with the settings, for whoever runs the server. Never holds the key.
  package struct Problem: Error, Hashable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
      self.description = description
    }
  }

  package var provider: Provider
  package var interface: Interface
  /// `nil` for endpoints without keys.
  package var key: SecretKey?
  package var base: BaseAddress
  package var model: String
  /// `nil`: texts are embedded on this server.
  package var embeddingModel: String?
  /// What `model` costs; `nil`: nobody has said.
  package var prices: ModelPrices?
  /// What a million tokens cost with `embeddingModel`; `nil`: nobody has said.
  package var embeddingPrice: Double?
  /// Requests under way at once.
  package var concurrency: Int

  package init(
    provider: Provider, interface: Interface = .chat, key: SecretKey? = nil, base: BaseAddress, model: String,
    embeddingModel: String? = nil, prices: ModelPrices? = nil, embeddingPrice: Double? = nil,
    concurrency: Int = 4
  ) {
    self.provider = provider
    self.interface = interface
    self.key = key
    self.base = base
    self.model = model
    self.embeddingModel = embeddingModel
    self.prices = prices
    self.embeddingPrice = embeddingPrice
    self.concurrency = concurrency
  }

  /// The configuration in `environment`; `nil` when no provider is wanted (`MESSAGEAI_AI_PROVIDER`
  /// unset, empty or `none`).
  ///
  /// `readFile` gives a file's text. Throws a `Problem` that names the variable for settings that
  /// contradict each other, lack something, or make no sense.
  package static func read(
    environment: [String: String],
    readFile: (String) throws -> String = { try String(contentsOfFile: $0, encoding: .utf8) }
  ) throws(Problem) -> ProviderConfiguration? {
    try ProviderSettings(environment: environment).configuration(readFile: readFile)
  }
}
