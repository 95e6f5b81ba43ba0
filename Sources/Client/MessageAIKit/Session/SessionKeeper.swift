import Domain
import Foundation
import WireProtocol

/// Holds the session's tokens and refreshes them: whoever asks while a refresh runs waits for that
/// one.
actor SessionKeeper {
  private let vault: any SessionVault
  private let rest: RESTClient
  private let clock: any WallClock
  private var stored: StoredSession?
  private var refreshing: Task<StoredSession, any Error>?
  /// Counts sessions set from outside, so that the answer to a refresh of a former one is not
  /// taken.
  private var era = 0
  /// Whose session is kept; `nil` when nobody's, also after the server has ended it.
  nonisolated let user: Broadcast<UserID?>

  /// The vault has failed to take the session: tried again at the next use.
  private var isUnsaved = false

  /// Milliseconds before its end at which an access token is renewed.
  private static let margin: Int64 = 30_000

  init(vault: any SessionVault, rest: RESTClient, clock: any WallClock) throws {
    self.vault = vault
    self.rest = rest
    self.clock = clock
    // What another server gave is for that one alone: here nobody is signed in.
    stored = try vault.load().flatMap { $0.belongs(to: rest.server) ? $0 : nil }
    user = Broadcast(stored?.user)
  }

  var current: StoredSession? { stored }

  func set(_ session: StoredSession?) throws {
    era += 1
    refreshing?.cancel()
    refreshing = nil
    try keep(session)
  }

  /// Forgets the session if this is still its access token. In memory at once; should the disk
  /// fail, the next start meets the server's refusal again.
  func end(_ accessToken: String) {
    guard stored?.accessToken == accessToken else { return }
    do { try set(nil) } catch { isUnsaved = true }
  }

  /// Calls `body` if nobody's session is kept, before anybody's can be.
  func ifSignedOut(_ body: @Sendable () -> Void) {
    if stored == nil { body() }
  }

  private func keep(_ session: StoredSession?) throws {
    var session = session
    session?.server = rest.server
    stored = session
    user.set(session?.user)
    isUnsaved = true
    try vault.save(session)
    isUnsaved = false
  }

  /// A token that is good for a while; `refused` is one that the server did not take although it
  /// should have been. Throws `signedOut` when there is no session or the server has ended it.
  func accessToken(refused: String? = nil) async throws -> String {
    if isUnsaved { try keep(stored) }
    guard let stored else { throw ClientError.signedOut }
    if isGood(stored, refused) { return stored.accessToken }
    let newest = try newest(stored)
    if isGood(newest, refused) { return newest.accessToken }
    return try await refresh(newest).accessToken
  }

  private func isGood(_ session: StoredSession, _ refused: String?) -> Bool {
    clock.now.adding(milliseconds: Self.margin) < session.accessExpiresAt && refused != session.accessToken
  }

  /// Another process that shares the vault, such as an app's extension, may have renewed the
  /// tokens: the former refresh token, used again, would end the session.
  private func newest(_ session: StoredSession) throws -> StoredSession {
    guard let kept = try vault.load(), kept.session == session.session,
      kept.accessExpiresAt > session.accessExpiresAt
    else { return session }
    stored = kept
    return kept
  }

  private func refresh(_ old: StoredSession) async throws -> StoredSession {
    let task = refreshing ?? startRefresh(old)
    let asked = era
    let result = await task.result
    // Signed out or in as somebody else while the answer was on its way: it is not for us.
    guard asked == era else { throw ClientError.signedOut }
    let isFirst = refreshing == task
    if isFirst { refreshing = nil }
    switch result {
    case .success(let fresh):
      if isFirst { try keep(fresh) }
      return fresh
    case .failure(let refusal as Refusal) where refusal.code == .unauthenticated || refusal.code == .sessionRevoked:
      if isFirst { try keep(nil) }
      throw ClientError.signedOut
    case .failure(let error):
      throw error
    }
  }

  private func startRefresh(_ old: StoredSession) -> Task<StoredSession, any Error> {
    let task = Task { [rest] in StoredSession(try await rest.refresh(old.refreshToken), provider: old.provider) }
    refreshing = task
    return task
  }
}

extension StoredSession {
  init(_ response: SessionResponse, provider: IdentityProvider?) {
    self.init(
      user: response.user.id, session: response.session, accessToken: response.accessToken,
      accessExpiresAt: response.accessExpiresAt, refreshToken: response.refreshToken,
      provider: provider)
  }
}
