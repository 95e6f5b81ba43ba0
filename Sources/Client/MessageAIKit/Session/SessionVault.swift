import Domain

/// Keeps a session's tokens on the device: a file, or the Keychain.
public protocol SessionVault: Sendable {
  func load() throws -> StoredSession?
  /// `nil` erases. On disk when it returns.
  func save(_ session: StoredSession?) throws
}

/// What must survive a restart to stay signed in. A secret.
public struct StoredSession: Hashable, Sendable, Codable {
  public let user: UserID
  public let session: SessionID
  public var accessToken: String
  public var accessExpiresAt: Timestamp
  public var refreshToken: String
  /// With whose account it was begun; `nil` after a password, and in what earlier versions kept.
  public let provider: IdentityProvider?

  public init(
    user: UserID, session: SessionID, accessToken: String, accessExpiresAt: Timestamp, refreshToken: String,
    provider: IdentityProvider? = nil
  ) {
    self.user = user
    self.session = session
    self.accessToken = accessToken
    self.accessExpiresAt = accessExpiresAt
    self.refreshToken = refreshToken
    self.provider = provider
  }
}
