/// Which web pages may open a socket. Programs send no `Origin` and are not asked: they hold a
/// token of their own.
package struct OriginPolicy: Sendable {
  private let allowed: Set<String>

  /// `allowed` holds origins such as `https://chat.example.org`, besides the server's own address.
  package init(allowed: some Sequence<String>) {
    self.allowed = Set(allowed.map { $0.lowercased() })
  }

  /// `host` is the request's `Host`: a page that this server itself has served has that as its
  /// origin's host.
  package func allows(origin: String?, host: String?) -> Bool {
    guard let origin = origin?.lowercased() else { return true }
    if allowed.contains(origin) { return true }
    guard let host = host?.lowercased(), !host.isEmpty else { return false }
    return origin == "http://\(host)" || origin == "https://\(host)"
  }
}
