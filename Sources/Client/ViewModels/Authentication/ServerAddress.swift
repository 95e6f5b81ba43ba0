import Foundation

/// The address of a server as a person types it.
public struct ServerAddress: Hashable, Sendable {
  public let url: URL

  /// Takes `chat.example.org`, `https://chat.example.org:8443` and, for servers on this machine or
  /// network, `http://…`. `nil` for what is no address of a server.
  public init?(_ text: String) {
    let text = text.trimmingWhitespace
    let written = text.contains("://") ? text : "\(Self.scheme(for: text))://\(text)"
    guard let parts = URLComponents(string: written), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host, Self.isHost(host), parts.user == nil,
      parts.password == nil, parts.query == nil, parts.fragment == nil, ["", "/"].contains(parts.path)
    else { return nil }
    guard scheme == "https" || Self.isNear(host.lowercased()) else { return nil }
    var address = URLComponents()
    address.scheme = scheme
    address.host = host.lowercased()
    address.port = parts.port
    guard let url = address.url else { return nil }
    self.url = url
  }

  public init?(_ url: URL) {
    self.init(url.absoluteString)
  }

  /// As short as it can be shown and understood again: without `https://` where that goes without
  /// saying.
  public var text: String {
    let text = url.absoluteString
    let short = String(text.dropFirst("https://".count))
    return text.hasPrefix("https://") && Self.scheme(for: short) == "https" ? short : text
  }

  /// Name of a folder for what belongs to this server.
  public var folderName: String {
    String(text.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
  }

  private static func scheme(for text: String) -> String {
    isNear(String(text.prefix { $0 != ":" && $0 != "/" }).lowercased()) ? "http" : "https"
  }

  private static func isHost(_ host: String) -> Bool {
    !host.isEmpty && host.allSatisfy { $0.isLetter || $0.isNumber || ".-:[]".contains($0) }
  }

  /// Messages go unencrypted only where they do not leave the house.
  private static func isNear(_ host: String) -> Bool {
    host == "localhost" || host == "127.0.0.1" || host.hasSuffix(".local") || isPrivate(host)
  }

  /// An IPv4 address that no router on the internet knows.
  private static func isPrivate(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
    guard parts.count == 4, let first = parts[0], let second = parts[1], parts[2] != nil, parts[3] != nil else {
      return false
    }
    switch (first, second) {
    case (10, _), (172, 16...31), (192, 168): return true
    default: return false
    }
  }
}
