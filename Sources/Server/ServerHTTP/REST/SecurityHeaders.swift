import HTTPTypes

/// What browsers are told about the pages that this server serves.
struct SecurityHeaders: Sendable {
  /// Origins besides the server's own whose sockets the page may open.
  let origins: [String]
  /// Seconds for which browsers shall insist on HTTPS; 0 says nothing.
  let strictTransportSeconds: Int

  /// On every answer.
  func addToAll(_ fields: inout HTTPFields) {
    guard strictTransportSeconds > 0 else { return }
    fields[.strictTransportSecurity] = "max-age=\(strictTransportSeconds)"
  }

  /// On the pages and what they are made of. `host` is what the request was addressed to.
  func addToPages(_ fields: inout HTTPFields, host: String?) {
    fields[.contentSecurityPolicy] = policy(host: host)
    fields[.xContentTypeOptions] = "nosniff"
    for (name, value) in Self.fixed {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
  }

  private static let fixed = [
    ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    (
      "Permissions-Policy",
      "accelerometer=(), autoplay=(), browsing-topics=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), "
        + "hid=(), magnetometer=(), microphone=(self), midi=(), payment=(), serial=(), usb=()"
    ),
  ]

  /// Sockets to this server only: older browsers do not count them as `'self'`, so they are named.
  private func policy(host: String?) -> String {
    var targets = ["'self'"]
    if let host, Self.isHost(host) { targets += ["ws://\(host)", "wss://\(host)"] }
    for origin in origins {
      guard let scheme = origin.firstRange(of: "://"), Self.isHost(origin[scheme.upperBound...]) else { continue }
      targets.append("\(origin.hasPrefix("https") ? "wss" : "ws")://\(origin[scheme.upperBound...])")
    }
    return "default-src 'self'; connect-src \(targets.joined(separator: " ")); img-src 'self' data: blob:; "
      + "media-src 'self' blob:; style-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
      + "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types messageai"
  }

  /// Nothing that could end a directive.
  private static func isHost(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.count <= 300
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122, UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "["),
          UInt8(ascii: "]"):
          true
        default: false
        }
      }
  }
}
