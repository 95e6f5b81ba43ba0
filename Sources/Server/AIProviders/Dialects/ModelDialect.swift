import WireProtocol

/// One provider's form of requests and answers. Pure: no connection, no clock.
protocol ModelDialect: Sendable {
  /// Below the base address.
  var path: String { get }
  /// What the endpoint is taken to understand until it says otherwise.
  var abilities: ModelAbilities { get }

  func headers(key: SecretKey?) -> [(name: String, value: String)]
  /// The body; `abilities` says how far to go.
  func body(_ request: ModelRequest, model: String, abilities: ModelAbilities, isStream: Bool) -> JSONValue
  /// Reads a whole answer.
  func answer(_ json: JSONValue, to request: ModelRequest) throws(ModelFailure) -> DialectAnswer
  /// Reads one streamed answer.
  func reader() -> any DialectReader
}

/// A whole answer as a dialect reads it.
struct DialectAnswer: Hashable, Sendable {
  var text: String
  /// The schema's value, when it did not come as text.
  var json: JSONValue?
  var toolCalls: [ModelToolCall]
  var usage: ModelUsage
  var model: String?
  var finishReason: FinishReason
}

/// Reads the events of one streamed answer, in order.
protocol DialectReader: Sendable {
  /// What an event adds. Throws what the event reports, or `invalidAnswer` for one that cannot be
  /// read.
  mutating func read(_ event: ServerSentEvent) throws(ModelFailure) -> [DialectPiece]
  /// What is known when the stream closes; throws `interrupted` when it closed too early.
  mutating func close() throws(ModelFailure) -> DialectEnd
  /// Whether the answer is complete: nothing more needs to be read.
  var isComplete: Bool { get }
}

enum DialectPiece: Hashable, Sendable {
  case text(String)
  case toolCall(ModelToolCall)
}

struct DialectEnd: Hashable, Sendable {
  var usage: ModelUsage
  var model: String?
  var finishReason: FinishReason
}
