import Domain
import Foundation
import ServerCore
import Synchronization

/// Names the server to Apple. Apple wants one token for all requests, which is at most an hour old
/// and is not replaced more often than each 20 minutes.
final class APNsProviderToken: Sendable {
  /// Seconds after which a new one is made.
  private static let lifetime: Int64 = 50 * 60
  /// Seconds from one token that was made because Apple refused the former to the next.
  private static let leastBetweenRefusals: Int64 = 20 * 60

  private struct State {
    var token: String?
    var madeAt: Int64 = 0
    var refusedAt: Int64?
  }

  private let settings: APNsSettings
  private let clock: any WallClock
  private let state = Mutex(State())

  init(_ settings: APNsSettings, clock: any WallClock) {
    self.settings = settings
    self.clock = clock
  }

  func current() throws -> String {
    let now = clock.now.milliseconds / 1_000
    return try state.withLock { state in
      if let token = state.token, (0..<Self.lifetime).contains(now - state.madeAt) { return token }
      return try renew(&state, now)
    }
  }

  /// Another one than `refused`; `nil` when it would come too soon after the last that was refused.
  func replacing(_ refused: String) throws -> String? {
    let now = clock.now.milliseconds / 1_000
    return try state.withLock { state in
      // Another request has replaced it already.
      if let token = state.token, token != refused { return token }
      if let refusedAt = state.refusedAt, (0..<Self.leastBetweenRefusals).contains(now - refusedAt) { return nil }
      state.refusedAt = now
      return try renew(&state, now)
    }
  }

  private func renew(_ state: inout State, _ now: Int64) throws -> String {
    let claims = Claims(iss: settings.teamID, iat: now)
    let token = try JSONWebToken.signed(claims, by: settings.key, keyID: settings.keyID)
    state.token = token
    state.madeAt = now
    return token
  }

  private struct Claims: Encodable {
    let iss: String
    let iat: Int64
  }
}
