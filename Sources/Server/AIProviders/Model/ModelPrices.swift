/// What tokens cost, in the currency of whoever configured them, per million.
package struct ModelPrices: Hashable, Sendable {
  package var input: Double
  package var output: Double

  package init(input: Double, output: Double) {
    self.input = input
    self.output = output
  }

  /// The cost of `usage`, in the same currency.
  package func cost(of usage: ModelUsage) -> Double {
    (Double(usage.inputTokens) * input + Double(usage.outputTokens) * output) / 1_000_000
  }
}
