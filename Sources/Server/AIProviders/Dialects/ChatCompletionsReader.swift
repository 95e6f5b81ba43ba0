import WireProtocol

/// Reads a streamed answer of Chat Completions.
struct ChatCompletionsReader: DialectReader {
  private struct Call {
    var id = ""
    var name = ""
    var arguments = ""
  }

  /// An answer asks for no more tools at once.
  private static let maximumCalls = 64

  private var calls: [Int: Call] = [:]
  private var usage = ModelUsage.none
  private var model: String?
  private var reason: String?
  private(set) var isComplete = false

  mutating func read(_ event: ServerSentEvent) throws(ModelFailure) -> [DialectPiece] {
    if event.data == "[DONE]" {
      isComplete = true
      return try finishedCalls()
    }
    let chunk = try Self.json(event)
    if let error = chunk["error"], !error.isNull { throw ReplyFailure.inStream(error) }
    if let name = chunk["model"]?.string, !name.isEmpty { model = name }
    if let counts = chunk["usage"], !counts.isNull { usage = ChatCompletions.usage(counts) }
    guard let choice = chunk["choices"]?[0] else { return [] }
    var pieces: [DialectPiece] = []
    if let delta = choice["delta"] {
      if let refusal = delta["refusal"]?.string, !refusal.isEmpty { throw ModelFailure(.refused) }
      let text = ChatCompletions.text(delta["content"])
      if !text.isEmpty { pieces.append(.text(text)) }
      for (position, part) in (delta["tool_calls"]?.array ?? []).enumerated() { collect(part, position) }
    }
    if let end = choice["finish_reason"]?.string {
      reason = end
      pieces += try finishedCalls()
    }
    return pieces
  }

  mutating func close() throws(ModelFailure) -> DialectEnd {
    guard isComplete || reason != nil else {
      throw ModelFailure(.interrupted, detail: "the answer broke off")
    }
    return DialectEnd(
      usage: usage, model: model, finishReason: ChatCompletions.finishReason(reason, hasCalls: hasCalls))
  }

  private var hasCalls = false

  /// A call comes in parts with one index; the id and name come with the first.
  private mutating func collect(_ part: JSONValue, _ position: Int) {
    let index = part["index"]?.integer ?? position
    guard calls[index] != nil || calls.count < Self.maximumCalls else { return }
    var call = calls[index] ?? Call()
    if call.id.isEmpty { call.id = part["id"]?.string ?? "" }
    call.name += part["function"]?["name"]?.string ?? ""
    if let arguments = part["function"]?["arguments"] { call.arguments += arguments.string ?? arguments.text }
    calls[index] = call
  }

  private mutating func finishedCalls() throws(ModelFailure) -> [DialectPiece] {
    var pieces: [DialectPiece] = []
    for (index, call) in calls.sorted(by: { $0.key < $1.key }) {
      pieces.append(
        .toolCall(
          ModelToolCall(
            id: call.id.isEmpty ? "call-\(index)" : call.id, name: call.name,
            arguments: try ToolArguments.read(call.arguments))))
    }
    calls.removeAll()
    if !pieces.isEmpty { hasCalls = true }
    return pieces
  }

  /// An event's data; throws `invalidAnswer` when it is no JSON.
  static func json(_ event: ServerSentEvent) throws(ModelFailure) -> JSONValue {
    do throws(JSONParser.Failure) {
      return try JSONParser.parse(event.data)
    } catch {
      throw ModelFailure(.invalidAnswer, detail: "an event is no JSON")
    }
  }
}
