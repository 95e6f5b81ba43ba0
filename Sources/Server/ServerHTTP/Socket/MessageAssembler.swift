import Domain
import NIOCore
import NIOWebSocket
import ServerCore

/// Joins fragments to whole text messages and holds clients to RFC 6455: masked frames, no reserved bits, fragments in order.
package struct MessageAssembler {
  /// Why a frame is not accepted.
  package struct Violation: Error {
    package let refusal: Refusal
    package let code: CloseCode

    static func malformed(_ detail: String) -> Violation {
      Violation(refusal: Refusal(.malformed, detail), code: .badFrame)
    }

    static let tooLarge = Violation(
      refusal: Refusal(.tooLarge, "A frame has at most \(Limits.maximumFrameBytes) bytes."), code: .tooLarge)
  }

  private var fragments: ByteBuffer?

  package init() {}

  /// The text of a message that this frame completes; `nil` when more must come. Not for control frames.
  package mutating func add(_ frame: WebSocketFrame) throws(Violation) -> ByteBuffer? {
    switch (frame.opcode, fragments) {
    case (.text, nil) where frame.fin:
      return frame.unmaskedData
    case (.text, nil):
      fragments = frame.unmaskedData
      return nil
    case (.continuation, .some(var message)):
      // Given up first, so that appending does not copy.
      fragments = nil
      guard message.readableBytes + frame.length <= Limits.maximumFrameBytes else { throw .tooLarge }
      var data = frame.unmaskedData
      message.writeBuffer(&data)
      if frame.fin { return message }
      fragments = message
      return nil
    case (.continuation, nil), (.text, .some):
      throw .malformed("Fragments are out of order.")
    default:
      throw .malformed("Frames are text.")
    }
  }

  /// What holds for every frame of a client.
  package static func check(_ frame: WebSocketFrame) throws(Violation) {
    guard frame.maskKey != nil else { throw .malformed("Frames of clients are masked.") }
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw .malformed("No extension is in use.") }
  }
}
