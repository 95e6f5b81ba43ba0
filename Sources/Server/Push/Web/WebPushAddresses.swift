import Crypto
import Domain
import ServerCore

/// Decides to which addresses of browsers the server sends: to push services alone. A member could
/// otherwise have it call whatever it reaches, such as a neighbour that trusts its network.
struct WebPushAddresses: Sendable {
  private let allowed: Set<PushOrigin>

  init(allowed: Set<PushOrigin> = []) { self.allowed = allowed }

  private static let knownHosts: Set<String> = [
    "fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com",
  ]
  /// Any name below these.
  private static let knownDomains = [
    ".push.services.mozilla.com", ".push.apple.com", ".notify.windows.com", ".wns.windows.com",
  ]

  /// The address's origin; `nil` when nothing may be sent there.
  func origin(of address: String) -> PushOrigin? {
    guard let origin = PushOrigin(address: address) else { return nil }
    if allowed.contains(origin) { return origin }
    let isKnown = Self.knownHosts.contains(origin.host) || Self.knownDomains.contains { origin.host.hasSuffix($0) }
    return origin.isSecure && origin.port == nil && isKnown ? origin : nil
  }

  func device(_ subscription: PushSubscription) throws(Refusal) -> PushDevice {
    guard subscription.address.utf8.count <= PushSubscription.mostAddress, origin(of: subscription.address) != nil
    else { throw Refusal(.invalid, "This browser's push service is not one that the server sends to.") }
    guard let publicKey = Self.bytes(subscription.publicKey), publicKey.count == 65, Self.isPoint(publicKey) else {
      throw Refusal(.invalid, "The subscription's key (p256dh) is not a key.")
    }
    guard let secret = Self.bytes(subscription.secret), secret.count == 16 else {
      throw Refusal(.invalid, "The subscription's secret (auth) does not have 16 bytes.")
    }
    return PushDevice(service: .web, address: subscription.address, publicKey: publicKey, secret: secret)
  }

  private static func isPoint(_ bytes: [UInt8]) -> Bool {
    (try? P256.KeyAgreement.PublicKey(x963Representation: bytes)) != nil
  }

  /// Some browsers write the padding, some do not.
  private static func bytes(_ text: String?) -> [UInt8]? {
    guard var text = text?[...], text.utf8.count <= 200 else { return nil }
    let isPadded = text.hasSuffix("=")
    if isPadded, !text.utf8.count.isMultiple(of: 4) { return nil }
    for _ in 0..<2 where text.hasSuffix("=") { text.removeLast() }
    return Base64URL.decode(text)
  }
}
