import Synchronization
import WireProtocol

/// Bytes of a stream in, pieces of an answer out.
final class StreamReading: Sendable {
  private struct State {
    var parser = ServerSentEventParser(maximumBytes: 4 << 20)
    var reader: any DialectReader
    var size = 0
  }

  /// Longer answers are no model's.
  private static let maximumBytes = 16 << 20

  private let state: Mutex<State>

  init(_ reader: any DialectReader) {
    state = Mutex(State(reader: reader))
  }

  var isComplete: Bool { state.withLock { $0.reader.isComplete } }

  func append(_ bytes: [UInt8]) throws(ModelFailure) -> [DialectPiece] {
    try state.withLock { state throws(ModelFailure) in
      state.size += bytes.count
      guard state.size <= Self.maximumBytes else { throw ModelFailure(.invalidAnswer, detail: "the reply is too long") }
      var pieces: [DialectPiece] = []
      for event in try Self.events(of: bytes, &state.parser) where !state.reader.isComplete {
        pieces += try state.reader.read(event)
      }
      return pieces
    }
  }

  private static func events(
    of bytes: [UInt8], _ parser: inout ServerSentEventParser
  ) throws(ModelFailure) -> [ServerSentEvent] {
    do {
      return try parser.append(bytes)
    } catch {
      throw ModelFailure(.invalidAnswer, detail: "an event is too long")
    }
  }

  /// The stream is over: what was left, and the end. Throws `interrupted` when the answer is not
  /// whole.
  func close() throws(ModelFailure) -> ([DialectPiece], DialectEnd) {
    try state.withLock { state throws(ModelFailure) in
      var pieces: [DialectPiece] = []
      if !state.reader.isComplete, let event = state.parser.finish() { pieces = try state.reader.read(event) }
      return (pieces, try state.reader.close())
    }
  }
}

/// Gives pieces on to a stream's consumer, and knows whether any went out.
final class StreamOutput: Sendable {
  private struct State {
    var hasBegun = false
    var isOverfull = false
    var held = ""
  }

  private let state = Mutex(State())
  private let yield: @Sendable (ModelChunk) -> Bool

  /// `yield` says whether the consumer had room.
  init(yield: @escaping @Sendable (ModelChunk) -> Bool) {
    self.yield = yield
  }

  /// Forgets what was held: the answer begins anew.
  func reset() {
    state.withLock { $0.held = "" }
  }

  /// Whether anything went out.
  var hasBegun: Bool { state.withLock { $0.hasBegun } }

  /// Whether the consumer had no room for a piece.
  var isOverfull: Bool { state.withLock { $0.isOverfull } }

  private func give(_ chunk: ModelChunk) {
    if !yield(chunk) { state.withLock { $0.isOverfull = true } }
  }

  /// Gives `pieces` on; with `mayHoldCall`, text that may be a tool call waits for `release`.
  func take(_ pieces: [DialectPiece], mayHoldCall: Bool) {
    if mayHoldCall { hold(pieces) } else { send(pieces) }
  }

  private func send(_ pieces: [DialectPiece]) {
    guard !pieces.isEmpty else { return }
    let held = state.withLock { state in
      defer { state.held = "" }
      return state.held
    }
    if !held.isEmpty { give(.text(held)) }
    state.withLock { $0.hasBegun = true }
    for piece in pieces {
      switch piece {
      case .text(let text): give(.text(text))
      case .toolCall(let call): give(.toolCall(call))
      }
    }
  }

  private func hold(_ pieces: [DialectPiece]) {
    for case .text(let text) in pieces {
      let ready = state.withLock { state -> String? in
        state.held += text
        let start = state.held.drop(while: \.isWhitespace)
        let mayBeCall = start.isEmpty || start.hasPrefix("{") || start.hasPrefix("`") || start.hasPrefix("<")
        guard state.hasBegun || !mayBeCall else { return nil }
        defer { state.held = "" }
        return state.held
      }
      if let ready { send([.text(ready)]) }
    }
  }

  /// The end of the answer: held text goes out as the tool call that it is, or as text.
  func release(_ end: DialectEnd, _ request: ModelRequest) -> DialectEnd {
    let held = state.withLock { state in
      defer { state.held = "" }
      return state.held
    }
    guard !held.isEmpty else { return end }
    guard let call = PromptedForm.toolCall(in: held, request) else {
      send([.text(held)])
      return end
    }
    send([.toolCall(call)])
    return DialectEnd(usage: end.usage, model: end.model, finishReason: .toolCalls)
  }
}
