import Foundation

/// Scheme, host and port of an address, as browsers compare them.
///
/// The grammar is narrower than that of URLs, so that no two parsers can read two hosts from one
/// text: names and IPv4 addresses only, no user, nothing that would have to be escaped.
struct PushOrigin: Hashable, Sendable, CustomStringConvertible {
  let isSecure: Bool
  /// In lower case.
  let host: String
  /// `nil` for the usual one.
  let port: Int?

  var description: String { "\(isSecure ? "https" : "http")://\(host)\(port.map { ":\($0)" } ?? "")" }

  /// Of an address with a path.
  init?(address: String) {
    guard address.utf8.allSatisfy(Self.isAllowed),
      let scheme = ["https://", "http://"].first(where: address.hasPrefix),
      let slash = address.dropFirst(scheme.count).firstIndex(of: "/"),
      let url = URL(string: address),
      let origin = Self(scheme: scheme, authority: address[..<slash].dropFirst(scheme.count)),
      url.host?.lowercased() == origin.host
    else { return nil }
    self = origin
  }

  /// Of an address without a path.
  init?(_ text: String) {
    guard !text.hasSuffix("/") else { return nil }
    self.init(address: text + "/")
    guard text.lowercased() == description || text.lowercased() == "\(description):\(isSecure ? 443 : 80)" else {
      return nil
    }
  }

  private init?(scheme: String, authority: Substring) {
    isSecure = scheme == "https://"
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard let name = parts.first?.lowercased(), parts.count <= 2, name.utf8.count <= 253,
      name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({
        PushText.isPlain(String($0), 1...63, others: "-_")
      })
    else { return nil }
    host = name
    guard parts.count == 2 else {
      port = nil
      return
    }
    guard let number = UInt16(parts[1]), number > 0, String(number) == parts[1] else { return nil }
    port = number == (isSecure ? 443 : 80) ? nil : Int(number)
  }

  /// What a serialised URL has, without its fragment.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"\"#<>\\^`{|}".utf8.contains(byte)
  }

  /// A key or a token may go there: nobody between can read it.
  var isConfidential: Bool { isSecure || host == "127.0.0.1" || host == "localhost" }
}
