/// Why a socket is closed: docs/protocol.md, section 4.
package enum CloseCode: UInt16, Sendable {
  case normal = 1000
  case goingAway = 1001
  /// A close frame against RFC 6455.
  case protocolError = 1002
  /// The reason in a close frame is not UTF-8.
  case invalidText = 1007
  case tooLarge = 1009
  case badFrame = 4400
  case unauthenticated = 4401
  case silent = 4408
  case slowReader = 4409
  case unsupportedVersion = 4426
  case tooFast = 4429
}
