import Domain
import Foundation
import WireProtocol

/// Accounts and sessions over REST, tokens in the vault, the profile in the local store.
///
/// When the server ends the session, the device keeps only the outbox, so that nothing sent is
/// lost: the same user's next sign-in goes on with it. Signing out, deleting the account, or
/// somebody else's sign-in erases that too.
struct LiveAuthRepository: AuthRepository {
  let runtime: ClientRuntime

  func observeProfile() -> AsyncStream<Profile?> {
    runtime.observeProfile()
  }

  func signUp(email: String, password: String, name: String, invitation: String?) async throws -> Profile {
    let body = SignUpRequest(
      email: email, password: password, name: name, device: runtime.configuration.device, invitation: invitation)
    let answer = try await runtime.rest.call(.post, "/v1/accounts", body: body.json())
    return try await begin(SessionResponse(json: answer))
  }

  func signIn(email: String, password: String) async throws -> Profile {
    let body = SignInRequest(email: email, password: password, device: runtime.configuration.device)
    let answer = try await runtime.rest.call(.post, "/v1/sessions", body: body.json())
    return try await begin(SessionResponse(json: answer))
  }

  /// Another account's data is erased before this one's comes; one's own, with an outbox that
  /// waits, is kept.
  func begin(_ response: SessionResponse, with provider: IdentityProvider? = nil) async throws -> Profile {
    await runtime.engine.stop()
    if let former = try runtime.store.user(), former != response.user.id { try runtime.store.wipe() }
    try runtime.store.setUser(response.user)
    try await runtime.keeper.set(StoredSession(response, provider: provider))
    runtime.engine.handle(.start)
    return response.user
  }

  func signOut() async throws {
    let session = await runtime.keeper.current
    await runtime.engine.stop(.signedOut)
    try await runtime.keeper.set(nil)
    try runtime.store.wipe()
    guard let session else { return }
    do {
      try await end(session)
    } catch is ClientError {
      // Offline: the device has forgotten everything, and the session can be ended from another
      // one.
    } catch let refusal as Refusal where refusal.code == .unauthenticated || refusal.code == .sessionRevoked {
      // It has ended already.
    }
  }

  /// Ends the session on the server. An access token that has run out says nothing about the
  /// session: a fresh one ends it.
  private func end(_ session: StoredSession) async throws {
    do {
      _ = try await runtime.rest.call(.delete, "/v1/sessions/current", token: session.accessToken)
    } catch let refusal as Refusal where refusal.code == .unauthenticated {
      let fresh = try await runtime.rest.refresh(session.refreshToken)
      _ = try await runtime.rest.call(.delete, "/v1/sessions/current", token: fresh.accessToken)
    }
  }

  func changePassword(current: String, new: String) async throws {
    let body = PasswordChangeRequest(current: current, new: new)
    _ = try await runtime.call(.put, "/v1/me/password", body: body.json())
  }

  func deleteAccount(password: String) async throws {
    _ = try await runtime.call(.delete, "/v1/me", body: DeleteAccountRequest(password: password).json())
    await runtime.engine.stop(.signedOut)
    try await runtime.keeper.set(nil)
    try runtime.store.wipe()
  }

  func exportAccount(password: String, to file: URL) async throws {
    let body = AccountExportRequest(password: password).json()
    try await runtime.ifSignedIn {
      try await runtime.downloads.write(.post, "/v1/me/export", body: body, to: file)
    }
  }

  func updateProfile(_ change: ProfileChange) async throws -> Profile {
    var change = change
    if let name = change.name { change.name = try AccountRules.validatedName(name) }
    let answer = try await runtime.call(.patch, "/v1/me", body: change.json())
    return try Profile(json: answer)
  }

  func sessions() async throws -> [DeviceSession] {
    try SessionsResponse(json: try await runtime.call(.get, "/v1/sessions")).sessions
  }

  func endSession(_ session: SessionID) async throws {
    _ = try await runtime.call(.delete, "/v1/sessions/\(session)")
  }
}
