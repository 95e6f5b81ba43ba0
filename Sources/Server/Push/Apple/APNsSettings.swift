import Crypto
import NIOSSL

/// The server's key at Apple, and the app that it sends to.
package struct APNsSettings: Sendable {
  package static let productionHost = "https://api.push.apple.com"
  package static let developmentHost = "https://api.sandbox.push.apple.com"

  let key: P256.Signing.PrivateKey
  let keyID: String
  let teamID: String
  let topic: String
  let production: PushOrigin
  let development: PushOrigin
  let trustRoots: [NIOSSLCertificate]

  /// With the file `AuthKey_….p8` that Apple gives.
  package init(
    keyFile: String, keyID: String, teamID: String, topic: String, production: String = productionHost,
    development: String = developmentHost, trustRootsPEM: String? = nil
  ) throws(PushSettingsProblem) {
    try self.init(
      keyPEM: try PushKeyFile.text(keyFile), keyID: keyID, teamID: teamID, topic: topic, production: production,
      development: development, trustRootsPEM: trustRootsPEM)
  }

  /// `topic` is the app's bundle id. `trustRootsPEM` has the certificates to trust in place of the
  /// system's.
  package init(
    keyPEM: String, keyID: String, teamID: String, topic: String, production: String = productionHost,
    development: String = developmentHost, trustRootsPEM: String? = nil
  ) throws(PushSettingsProblem) {
    key = try PushKeyFile.ellipticKey(keyPEM, "Apple's key for notifications")
    for (id, what) in [(keyID, "The id of Apple's key"), (teamID, "The id of the team at Apple")] {
      guard PushText.isPlain(id, 10...10) else { throw .wrongForm(what, needed: "10 letters and digits") }
    }
    guard PushText.isPlain(topic, 1...155, others: "-.") else {
      throw .wrongForm("The app's topic", needed: "its bundle id, such as org.example.app")
    }
    self.keyID = keyID
    self.teamID = teamID
    self.topic = topic
    self.production = try Self.host(production)
    self.development = try Self.host(development)
    trustRoots = try Self.certificates(trustRootsPEM)
  }

  private static func host(_ text: String) throws(PushSettingsProblem) -> PushOrigin {
    guard let origin = PushOrigin(text), origin.isSecure else {
      throw .wrongForm("Apple's server \(text)", needed: "an address such as \(productionHost)")
    }
    return origin
  }

  private static func certificates(_ pem: String?) throws(PushSettingsProblem) -> [NIOSSLCertificate] {
    guard let pem else { return [] }
    let what = "The certificate to trust"
    try PushKeyFile.checkPEM(pem, what)
    do {
      return try NIOSSLCertificate.fromPEMBytes(Array(pem.utf8))
    } catch {
      throw .wrongKey(what, needed: "a certificate")
    }
  }
}
