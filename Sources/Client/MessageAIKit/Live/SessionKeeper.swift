import Domain
import Foundation
import WireProtocol

/// Holds the session's tokens and refreshes them: whoever asks while a refresh runs waits for that one.
actor SessionKeeper {
  private let vault: any SessionVault
  private let rest: RESTClient
  private let clock: any WallClock
  private var stored: StoredSession?
  private var refreshing: Task<StoredSession, any Error>?

  /// Milliseconds before its end at which an access token is renewed.
  private static let margin: Int64 = 30_000

  init(vault: any SessionVault, rest: RESTClient, clock: any WallClock) throws {
    self.vault = vault
    self.rest = rest
    self.clock = clock
    stored = try vault.load()
  }

  var current: StoredSession? { stored }

  func set(_ session: StoredSession?) throws {
    try vault.save(session)
    refreshing?.cancel()
    refreshing = nil
    stored = session
  }

  /// A token that is good for a while; `refused` is one that the server did not take although it should have been.
  /// Throws `signedOut` when there is no session or the server has ended it.
  func accessToken(refused: String? = nil) async throws -> String {
    guard let stored else { throw ClientError.signedOut }
    let isGood = clock.now.adding(milliseconds: Self.margin) < stored.accessExpiresAt
    if isGood, refused != stored.accessToken { return stored.accessToken }
    return try await refresh(stored).accessToken
  }

  private func refresh(_ old: StoredSession) async throws -> StoredSession {
    if let refreshing { return try await refreshing.value }
    let task = Task { [rest] in
      let answer = try await rest.call(
        .POST, "/v1/sessions/refresh", body: RefreshRequest(refreshToken: old.refreshToken).json())
      return StoredSession(try SessionResponse(json: answer))
    }
    refreshing = task
    let result = await task.result
    // Signed out or in as somebody else while the answer was on its way: it is not for us.
    guard refreshing == task else { throw ClientError.signedOut }
    refreshing = nil
    switch result {
    case .success(let fresh):
      try vault.save(fresh)
      stored = fresh
      return fresh
    case .failure(let refusal as Refusal) where refusal.code == .unauthenticated || refusal.code == .sessionRevoked:
      try vault.save(nil)
      stored = nil
      throw ClientError.signedOut
    case .failure(let error):
      throw error
    }
  }
}

extension StoredSession {
  init(_ response: SessionResponse) {
    self.init(
      user: response.user.id, session: response.session, accessToken: response.accessToken,
      accessExpiresAt: response.accessExpiresAt, refreshToken: response.refreshToken)
  }
}
