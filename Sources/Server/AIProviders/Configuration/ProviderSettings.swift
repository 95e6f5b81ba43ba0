import Foundation

/// Makes a `ProviderConfiguration` of environment variables.
struct ProviderSettings {
  private enum Name {
    static let prefix = "MESSAGEAI_AI_"
    static let provider = "MESSAGEAI_AI_PROVIDER"
    static let interface = "MESSAGEAI_AI_API"
    static let key = "MESSAGEAI_AI_KEY"
    static let keyFile = "MESSAGEAI_AI_KEY_FILE"
    static let base = "MESSAGEAI_AI_BASE_URL"
    static let model = "MESSAGEAI_AI_MODEL"
    static let embeddingModel = "MESSAGEAI_AI_EMBEDDING_MODEL"
    static let priceInput = "MESSAGEAI_AI_PRICE_INPUT"
    static let priceOutput = "MESSAGEAI_AI_PRICE_OUTPUT"
    static let priceEmbedding = "MESSAGEAI_AI_PRICE_EMBEDDING"
    static let concurrency = "MESSAGEAI_AI_CONCURRENCY"

    static let dependent = [
      interface, key, keyFile, base, model, embeddingModel, priceInput, priceOutput, priceEmbedding, concurrency,
    ]
  }

  private typealias Problem = ProviderConfiguration.Problem

  private let values: [String: String]

  init(environment: [String: String]) {
    values = environment.compactMapValues { value in
      let trimmed = value.trimmingCharacters(in: .whitespacesAndNewlines)
      return trimmed.isEmpty ? nil : trimmed
    }
  }

  func configuration(
    readFile: (String) throws -> String
  ) throws(ProviderConfiguration.Problem) -> ProviderConfiguration? {
    guard let provider = try provider() else { return nil }
    let key = try key(readFile: readFile)
    if key == nil, provider != .compatible {
      throw Problem("\(Name.key) or \(Name.keyFile) is missing: \(provider.rawValue) wants a key")
    }
    let embeddingModel = values[Name.embeddingModel]
    if embeddingModel != nil, provider == .anthropic {
      throw Problem(
        "\(Name.embeddingModel) is set, but anthropic has no embeddings: leave it out, this server makes them")
    }
    let embeddingPrice = try price(Name.priceEmbedding)
    if embeddingPrice != nil, embeddingModel == nil {
      throw Problem("\(Name.priceEmbedding) is set, but \(Name.embeddingModel) is not: this server's own costs nothing")
    }
    return ProviderConfiguration(
      provider: provider, interface: try interface(provider), key: key, base: try base(provider),
      model: try model(provider), embeddingModel: embeddingModel, prices: try prices(), embeddingPrice: embeddingPrice,
      concurrency: try concurrency())
  }

  // MARK: One by one

  private func provider() throws(ProviderConfiguration.Problem) -> ProviderConfiguration.Provider? {
    guard let name = values[Name.provider]?.lowercased() else {
      if let other = Name.dependent.first(where: { values[$0] != nil }) {
        throw Problem("\(other) is set, but \(Name.provider) is not: set it to \(Self.choices), or to none")
      }
      return nil
    }
    if name == "none" { return nil }
    guard let provider = ProviderConfiguration.Provider(rawValue: name) else {
      throw Problem("\(Name.provider) is \(Self.quoted(name)): it must be \(Self.choices), or none")
    }
    return provider
  }

  private func key(readFile: (String) throws -> String) throws(ProviderConfiguration.Problem) -> SecretKey? {
    if let path = values[Name.keyFile] {
      guard values[Name.key] == nil else {
        throw Problem("\(Name.key) and \(Name.keyFile) are both set: leave one out")
      }
      let text: String
      do {
        text = try readFile(path)
      } catch {
        throw Problem("\(Name.keyFile): the file \(path) cannot be read")
      }
      let key = text.trimmingCharacters(in: .whitespacesAndNewlines)
      guard !key.isEmpty else { throw Problem("\(Name.keyFile): the file \(path) is empty") }
      return try checked(key, Name.keyFile)
    }
    return try values[Name.key].map { key throws(ProviderConfiguration.Problem) in try checked(key, Name.key) }
  }

  /// A key goes into a header, where a line break would begin another.
  private func checked(_ key: String, _ name: String) throws(ProviderConfiguration.Problem) -> SecretKey {
    guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw Problem("\(name): the key holds spaces, line breaks or other characters that no key has")
    }
    guard key.utf8.count <= 1_024 else { throw Problem("\(name): the key is too long to be one") }
    return SecretKey(key)
  }

  private func interface(
    _ provider: ProviderConfiguration.Provider
  ) throws(ProviderConfiguration.Problem) -> ProviderConfiguration.Interface {
    guard let name = values[Name.interface] else { return .chat }
    guard let interface = ProviderConfiguration.Interface(rawValue: name.lowercased()) else {
      throw Problem("\(Name.interface) is \(Self.quoted(name)): it must be chat or responses")
    }
    if interface == .responses, provider != .openai {
      throw Problem("\(Name.interface) is responses, which only openai speaks")
    }
    return interface
  }

  private func base(_ provider: ProviderConfiguration.Provider) throws(ProviderConfiguration.Problem) -> BaseAddress {
    guard let text = values[Name.base] ?? provider.usualAddress else {
      throw Problem("\(Name.base) is missing: say where the model is, such as http://127.0.0.1:11434/v1")
    }
    do throws(ProviderConfiguration.Problem) {
      return try BaseAddress(text)
    } catch {
      // The address is not repeated: it may hold a password.
      throw Problem("\(Name.base) \(error.description)")
    }
  }

  private func model(_ provider: ProviderConfiguration.Provider) throws(ProviderConfiguration.Problem) -> String {
    guard let model = values[Name.model] else {
      let example =
        switch provider {
        case .openai: "gpt-4.1-mini"
        case .anthropic: "claude-haiku-4-5"
        case .compatible: "the name that the endpoint lists"
        }
      throw Problem("\(Name.model) is missing: name the model, such as \(example)")
    }
    return model
  }

  private func prices() throws(ProviderConfiguration.Problem) -> ModelPrices? {
    switch (try price(Name.priceInput), try price(Name.priceOutput)) {
    case (let input?, let output?): return ModelPrices(input: input, output: output)
    case (nil, nil): return nil
    case (_?, nil): throw Problem("\(Name.priceOutput) is missing: both prices are needed, or none")
    case (nil, _?): throw Problem("\(Name.priceInput) is missing: both prices are needed, or none")
    }
  }

  private func price(_ name: String) throws(ProviderConfiguration.Problem) -> Double? {
    guard let text = values[name] else { return nil }
    guard let price = Double(text), price.isFinite, price >= 0 else {
      throw Problem("\(name) is \(Self.quoted(text)): it must be a price for a million tokens, such as 0.4")
    }
    return price
  }

  private func concurrency() throws(ProviderConfiguration.Problem) -> Int {
    guard let text = values[Name.concurrency] else { return 4 }
    guard let number = Int(text), (1...256).contains(number) else {
      throw Problem("\(Name.concurrency) is \(Self.quoted(text)): it must be a number from 1 to 256")
    }
    return number
  }

  private static var choices: String {
    ProviderConfiguration.Provider.allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// A value for an error: short, and never a key that went into the wrong variable.
  private static func quoted(_ text: String) -> String {
    text.count <= 16 ? "\"\(text)\"" : "not one of the values it may have"
  }
}
