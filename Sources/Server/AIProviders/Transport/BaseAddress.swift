import Foundation

/// A provider's address up to the version, such as `https://api.openai.com/v1`.
package struct BaseAddress: Hashable, Sendable {
  /// Without a slash at the end.
  package let text: String
  /// Host, and port unless it is the scheme's: what people are told.
  package let place: String

  /// Whether the host is one of the link's own, where clouds tell machines their secrets.
  package let isLinkLocal: Bool

  /// Throws what is wrong with `text`, in words.
  package init(_ text: String) throws(ProviderConfiguration.Problem) {
    guard let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = url.host, !host.isEmpty
    else { throw .init("is no http or https address") }
    guard url.user == nil, url.password == nil else { throw .init("may hold no user name or password") }
    guard url.query == nil, url.fragment == nil else { throw .init("may hold no query or fragment") }
    guard scheme == "https" || Self.isNear(host) else {
      throw .init("must be https: messages and the key would cross the network in clear")
    }
    var address = text
    while address.hasSuffix("/") { address.removeLast() }
    self.text = address
    let isUsualPort = url.port == nil || url.port == (scheme == "https" ? 443 : 80)
    isLinkLocal = host.hasPrefix("169.254.") || host.lowercased().drop { $0 == "[" }.hasPrefix("fe80:")
    place = isUsualPort ? host : "\(host):\(url.port ?? 0)"
  }

  /// This machine or its own network, where a model without TLS is usual.
  private static func isNear(_ host: String) -> Bool {
    let host = host.lowercased()
    if host == "[::1]" || host == "::1" { return true }
    let parts = host.split(separator: ".")
    let numbers = parts.compactMap { UInt8($0) }
    if parts.count == 4, numbers.count == 4 {
      switch (numbers[0], numbers[1]) {
      case (127, _), (10, _), (192, 168), (172, 16...31), (169, 254): return true
      default: return false
      }
    }
    // Names without a dot are containers and machines of the local network.
    return parts.count == 1 && !host.contains(":")
      || ["local", "internal", "lan", "localhost"].contains(parts.last ?? "")
  }
}
