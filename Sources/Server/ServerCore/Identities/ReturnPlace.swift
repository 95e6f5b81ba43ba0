/// Where a browser goes when the provider is done with it: to one of our own clients, never
/// anywhere else.
package enum ReturnPlace: Hashable, Sendable {
  case web
  case app
  /// A terminal client that listens on its own device.
  case loopback(port: UInt16)

  private static let loopback = "http://127.0.0.1:"

  /// `nil` for any other place.
  package init?(_ text: String) {
    switch text {
    case "web": self = .web
    case "app": self = .app
    default:
      guard text.hasPrefix(Self.loopback), text.hasSuffix("/"),
        let port = UInt16(text.dropFirst(Self.loopback.count).dropLast()), port > 0,
        text == "\(Self.loopback)\(port)/"
      else { return nil }
      self = .loopback(port: port)
    }
  }

  package var text: String {
    switch self {
    case .web: "web"
    case .app: "app"
    case .loopback(let port): "\(Self.loopback)\(port)/"
    }
  }

  /// The web client reads the answer from the fragment, which no server and no log sees.
  package func address(web: String, answer: [(name: String, value: String)]) -> String {
    let query = answer.map { "\($0.name)=\(Self.escaped($0.value))" }.joined(separator: "&")
    return switch self {
    case .web: "\(web)/#/openid?\(query)"
    case .app: "messageai://openid?\(query)"
    case .loopback: "\(text)?\(query)"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let scalar = UnicodeScalar(byte)
      if scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte) || "-._~".utf8.contains(byte) {
        return String(scalar)
      }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count == 1 ? "0" + digits : digits)
    }.joined()
  }
}
