/// Secrets that the server makes for itself and keeps with its data.
package enum ServerSecret: String, CaseIterable, Sendable {
  /// Signs access tokens.
  case signingKey = "signing-key"
  /// Seals the steps of a sign-in with an account elsewhere.
  case signInSteps = "openid"
  /// Signs links to files.
  case fileLinks = "file-links"
  /// Seals the key of the connected language model.
  case modelKeys = "model-keys"
  /// Seals links that end digests by mail.
  case digestLinks = "digest-links"
  /// By which the push services of browsers know this server.
  case webPush = "web-push-key"
  /// Makes of each refresh token the one that follows it.
  case refreshTokens = "refresh-tokens"

  /// Whoever has one of these beside a copy of the data gets in as somebody else, or asks a model
  /// at the owner's expense: they are replaced after a leak, and gone after a restore. Browsers
  /// have subscribed to the key for pushes, and letters hold links that end digests: those let
  /// nobody in, and go on working.
  package static let opening = [signingKey, signInSteps, fileLinks, modelKeys, refreshTokens]
}
