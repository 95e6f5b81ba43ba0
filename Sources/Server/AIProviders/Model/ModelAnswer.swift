/// A model's whole answer.
package struct ModelAnswer: Hashable, Sendable {
  /// As written, unguarded.
  package var text: String
  /// The value that a request with a `schema` asked for, valid by it.
  package var json: JSONValue?
  package var toolCalls: [ModelToolCall]
  /// Of all rounds together: a repaired answer costs twice.
  package var usage: ModelUsage
  /// The id that the provider says answered; it may be more exact than the one asked for.
  package var model: String
  /// Seconds from the call to the whole answer, waiting and retries included.
  package var latency: Double
  package var finishReason: FinishReason

  package init(
    text: String, json: JSONValue? = nil, toolCalls: [ModelToolCall] = [], usage: ModelUsage = .none, model: String,
    latency: Double = 0, finishReason: FinishReason = .stop
  ) {
    self.text = text
    self.json = json
    self.toolCalls = toolCalls
    self.usage = usage
    self.model = model
    self.latency = latency
    self.finishReason = finishReason
  }
}

/// Why a model stopped writing.
package enum FinishReason: String, Hashable, Sendable {
  /// It had said all.
  case stop
  /// It reached `maximumTokens`: the text is cut.
  case length
  /// It wants tools to be used.
  case toolCalls
  /// Its provider cut it off.
  case filtered
}
