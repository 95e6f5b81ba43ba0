/// What providers asked for a million tokens in US dollars, when this version was made. Prices
/// change: whoever runs the server may say others.
package enum KnownPrices {
  private static let openai: [String: ModelPrices] = [
    "gpt-4.1": ModelPrices(input: 2, output: 8),
    "gpt-4.1-mini": ModelPrices(input: 0.4, output: 1.6),
    "gpt-4o-mini": ModelPrices(input: 0.15, output: 0.6),
  ]
  private static let anthropic: [String: ModelPrices] = [
    "claude-haiku-4-5": ModelPrices(input: 1, output: 5),
    "claude-sonnet-5-5": ModelPrices(input: 2, output: 10),
    "claude-opus-4-5": ModelPrices(input: 5, output: 25),
    "claude-opus-5": ModelPrices(input: 5, output: 25),
    "claude-opus-5-5": ModelPrices(input: 4, output: 20),
  ]

  /// Of a model at its maker's own address, by its name with or without a date behind it; `nil`
  /// where it is not known.
  package static func of(_ model: String, by provider: ProviderConfiguration.Provider) -> ModelPrices? {
    let known: [String: ModelPrices] =
      switch provider {
      case .openai: openai
      case .anthropic: anthropic
      case .compatible: [:]
      }
    return known[withoutDate(model)]
  }

  /// `gpt-4o-mini-2024-07-18` and `claude-opus-4-5-20251101` are what stands before the date.
  private static func withoutDate(_ model: String) -> String {
    var parts = model.split(separator: "-")
    func isNumber(_ part: Substring, _ digits: Int) -> Bool {
      part.utf8.count == digits && part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    if let last = parts.last, isNumber(last, 8) {
      parts.removeLast()
    } else if parts.count > 3, isNumber(parts[parts.count - 1], 2), isNumber(parts[parts.count - 2], 2),
      isNumber(parts[parts.count - 3], 4)
    {
      parts.removeLast(3)
    }
    return parts.joined(separator: "-")
  }
}
