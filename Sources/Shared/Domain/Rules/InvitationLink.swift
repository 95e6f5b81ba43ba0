/// The link by which somebody is invited, or its token alone, as a person pastes it.
public struct InvitationLink: Hashable, Sendable {
  /// Address of the server, where the text has one.
  public let server: String?
  public let token: String

  /// `nil` for what is no invitation.
  public init?(_ text: String) {
    let text = text.trimmingWhitespace
    var token = text[...]
    var server: String?
    if let hash = text.firstIndex(of: "#") {
      let place = "#/join/"
      guard text[hash...].hasPrefix(place) else { return nil }
      token = text[hash...].dropFirst(place.count)
      server = String(text[..<hash])
    }
    guard token.utf8.count == 43, token.utf8.allSatisfy(Self.isOfToken) else { return nil }
    self.server = server
    self.token = String(token)
  }

  private static func isOfToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
