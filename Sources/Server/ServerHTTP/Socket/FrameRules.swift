import Domain
import NIOCore
import NIOWebSocket
import ServerCore

/// What the frames of a peer are held to, and which codes name a breach. The conformance suite runs
/// with other ones than the server.
package struct FrameRules: Sendable {
  /// Of a frame, and of a message in all its fragments.
  package var maximumBytes = Limits.maximumFrameBytes
  /// Binary messages, besides text.
  package var takesBinary = false
  /// Names a breach of RFC 6455 outside close frames.
  package var malformed = CloseCode.badFrame
  /// Whether an `error` frame says why before the close.
  package var explains = true

  package init() {}

  /// What holds for every frame of a client: masked, no reserved bits.
  func check(_ frame: WebSocketFrame) throws(FrameViolation) {
    guard frame.maskKey != nil else { throw violation("Frames of clients are masked.") }
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3 else { throw violation("No extension is in use.") }
  }

  func violation(_ detail: String) -> FrameViolation {
    FrameViolation(refusal: Refusal(.malformed, detail), code: malformed)
  }

  var tooLarge: FrameViolation {
    FrameViolation(refusal: Refusal(.tooLarge, "A frame has at most \(maximumBytes) bytes."), code: .tooLarge)
  }

  /// The code that answers a close frame: `normal`, unless its payload breaks RFC 6455 (5.5.1,
  /// 7.4).
  static func answer(toClose payload: some Collection<UInt8>) -> CloseCode {
    let bytes = Array(payload)
    if bytes.isEmpty { return .normal }
    guard bytes.count >= 2, isSendable(UInt16(bytes[0]) << 8 | UInt16(bytes[1])) else { return .protocolError }
    return String(validating: bytes.dropFirst(2), as: UTF8.self) == nil ? .invalidText : .normal
  }

  /// Codes that may stand in a close frame: those that are registered for it, and those for
  /// libraries and applications.
  private static func isSendable(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

/// Why a frame is not accepted.
package struct FrameViolation: Error {
  package let refusal: Refusal
  package let code: CloseCode
}
