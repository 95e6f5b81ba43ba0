/// Why a socket is closed: docs/protocol.md, section 4.
package enum CloseCode: UInt16, Sendable {
  case normal = 1000
  case goingAway = 1001
  case tooLarge = 1009
  case badFrame = 4400
  case unauthenticated = 4401
  case originRefused = 4403
  case silent = 4408
  case slowReader = 4409
  case unsupportedVersion = 4426
  case tooFast = 4429
}
