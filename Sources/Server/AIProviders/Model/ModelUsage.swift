/// Tokens read and written.
package struct ModelUsage: Hashable, Sendable {
  package static let none = ModelUsage(inputTokens: 0, outputTokens: 0)

  package var inputTokens: Int
  package var outputTokens: Int

  package init(inputTokens: Int, outputTokens: Int) {
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
  }

  package static func + (left: ModelUsage, right: ModelUsage) -> ModelUsage {
    ModelUsage(
      inputTokens: left.inputTokens + right.inputTokens, outputTokens: left.outputTokens + right.outputTokens)
  }
}
