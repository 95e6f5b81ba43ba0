import Domain

/// What a client gets to keep when it has signed in or refreshed.
package struct SignedIn: Sendable {
  package let profile: Profile
  package let session: SessionID
  package let accessToken: String
  package let accessExpiresAt: Timestamp
  /// Known to nobody but the client: the store has its hash.
  package let refreshToken: String
}
