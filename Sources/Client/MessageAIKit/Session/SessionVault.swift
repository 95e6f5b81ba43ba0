import Domain
import Foundation

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
  /// Whose tokens these are: no other server is sent them. `nil` in what earlier versions kept.
  public var server: URL?

  public init(
    user: UserID, session: SessionID, accessToken: String, accessExpiresAt: Timestamp, refreshToken: String,
    provider: IdentityProvider? = nil, server: URL? = nil
  ) {
    self.user = user
    self.session = session
    self.accessToken = accessToken
    self.accessExpiresAt = accessExpiresAt
    self.refreshToken = refreshToken
    self.provider = provider
    self.server = server
  }

  /// Whether the server at this address may be sent the tokens. What earlier versions kept does not
  /// say whose they are: it is taken for that of whoever has it.
  public func belongs(to address: URL) -> Bool {
    server.map { Self.place($0) == Self.place(address) } ?? true
  }

  /// What tells one server from another, however its address is written.
  private static func place(_ address: URL) -> [String] {
    let scheme = address.scheme?.lowercased() ?? ""
    let port = address.port ?? (scheme == "https" ? 443 : 80)
    return [scheme, address.host?.lowercased() ?? "", "\(port)"] + address.path.split(separator: "/").map(String.init)
  }
}
