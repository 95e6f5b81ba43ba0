/// A piece of an answer that is still being written.
package enum ModelChunk: Hashable, Sendable {
  /// More text, unguarded. Never empty; never splits a character.
  case text(String)
  /// A complete tool call.
  case toolCall(ModelToolCall)
  /// The answer is whole. Always the last chunk.
  case end(ModelEnd)
}

/// What is known once an answer is whole.
package struct ModelEnd: Hashable, Sendable {
  package var usage: ModelUsage
  package var model: String
  /// Seconds from the call to the last chunk.
  package var latency: Double
  package var finishReason: FinishReason

  package init(usage: ModelUsage, model: String, latency: Double, finishReason: FinishReason) {
    self.usage = usage
    self.model = model
    self.latency = latency
    self.finishReason = finishReason
  }
}
