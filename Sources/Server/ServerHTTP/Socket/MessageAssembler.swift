import NIOCore
import NIOWebSocket

/// Joins fragments to whole messages and holds clients to RFC 6455: fragments in order, within the
/// limit.
package struct MessageAssembler {
  /// A whole message.
  package struct Message: Equatable {
    package let data: ByteBuffer
    package let isBinary: Bool
  }

  private let rules: FrameRules
  private var fragments: ByteBuffer?
  private var isBinary = false

  package init(rules: FrameRules = FrameRules()) {
    self.rules = rules
  }

  /// The message that this frame completes; `nil` when more must come. Not for control frames.
  package mutating func add(_ frame: WebSocketFrame) throws(FrameViolation) -> Message? {
    switch (frame.opcode, fragments) {
    case (.text, nil), (.binary, nil):
      isBinary = frame.opcode == .binary
      guard !isBinary || rules.takesBinary else { throw rules.violation("Frames are text.") }
      if frame.fin { return Message(data: frame.unmaskedData, isBinary: isBinary) }
      fragments = frame.unmaskedData
      return nil
    case (.continuation, .some(var message)):
      // Given up first, so that appending does not copy.
      fragments = nil
      guard message.readableBytes + frame.length <= rules.maximumBytes else { throw rules.tooLarge }
      var data = frame.unmaskedData
      message.writeBuffer(&data)
      if frame.fin { return Message(data: message, isBinary: isBinary) }
      fragments = message
      return nil
    case (.continuation, nil), (.text, .some), (.binary, .some):
      throw rules.violation("Fragments are out of order.")
    default:
      throw rules.violation("Frames are text.")
    }
  }
}
