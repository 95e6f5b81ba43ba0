import Domain

/// What the server says to the push services of browsers.
package struct WebPushSettings: Sendable {
  let contact: String
  let addresses: WebPushAddresses
  let key: @Sendable () async throws(Refusal) -> [UInt8]

  /// `contact` is for the operators of push services: `mailto:` or `https:`. `allowedOrigins` are
  /// push services besides the known ones, such as `https://push.example.org:8443`; these may be
  /// `http`. `key` gives the same 32 bytes each time, a private key of P-256: another one would end
  /// all subscriptions.
  package init(
    contact: String, allowedOrigins: [String] = [], key: @escaping @Sendable () async throws(Refusal) -> [UInt8]
  ) throws(PushSettingsProblem) {
    guard Self.isContact(contact) else {
      throw .wrongForm("The contact of Web Push", needed: "mailto:name@example.org or https://example.org/…")
    }
    var origins: Set<PushOrigin> = []
    for text in allowedOrigins {
      guard let origin = PushOrigin(text) else {
        throw .wrongForm("The push service \(text)", needed: "an origin such as https://push.example.org:8443")
      }
      origins.insert(origin)
    }
    self.contact = contact
    self.key = key
    addresses = WebPushAddresses(allowed: origins)
  }

  private static func isContact(_ text: String) -> Bool {
    if text.hasPrefix("https://") { return PushOrigin(address: text) != nil || PushOrigin(text) != nil }
    let parts = text.dropFirst("mailto:".count).split(separator: "@", omittingEmptySubsequences: false)
    return text.hasPrefix("mailto:") && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      && text.utf8.count <= 254 && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"\"<>\\".utf8.contains($0) }
  }
}
