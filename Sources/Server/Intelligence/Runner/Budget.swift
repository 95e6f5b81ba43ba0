import Domain
import ServerCore
import Synchronization

/// How much of what 24 hours allow is used: of requests and tokens by a person, of tokens by the
/// workspace. The 24 hours end now, on the server's clock: nobody's midnight begins them anew.
///
/// What is about to be asked is reserved first, and counts until its row is in the ledger: many at
/// once pass no limit together.
final class Budget: Sendable {
  static let day: Int64 = 86_400

  /// A request that may be made. Give it back with `release` once its row is in the ledger, or when
  /// there is none to be.
  struct Reservation: Sendable {
    let user: UserID
    fileprivate let tokens: Int
    /// Why a model may not be asked after all.
    let notice: String?
  }

  private struct Amount: Sendable {
    var requests = 0
    var tokens = 0
  }

  private struct State: Sendable {
    var users: [UserID: Amount] = [:]
    var tokens = 0
  }

  private let reader: IntelligenceReader
  private let configuration: IntelligenceConfiguration
  private let clock: any WallClock
  private let reserved = Mutex(State())

  init(reader: IntelligenceReader, configuration: IntelligenceConfiguration, clock: any WallClock) {
    self.reader = reader
    self.configuration = configuration
    self.clock = clock
  }

  /// Requests of the last 24 hours that were not answered from the cache.
  func requests(of user: UserID) async throws(Refusal) -> Int {
    try await requestTimes(of: user).count
  }

  /// Reserves one request and, for one that asks a model, about the `tokens` that it takes. Throws
  /// `rateLimited`, with the time to come back, when the person's requests are used up. Used up
  /// tokens only keep the request from the model: see `notice`.
  func reserve(_ user: UserID, tokens: Int = 0) async throws(Refusal) -> Reservation {
    let before = reserved.withLock { state in
      let before = (mine: state.users[user] ?? Amount(), all: state.tokens)
      state.users[user] = Amount(
        requests: before.mine.requests + 1, tokens: before.mine.tokens + tokens)
      state.tokens += tokens
      return before
    }
    do throws(Refusal) {
      // Read after the own reservation is noted: whatever ended meanwhile is in the ledger or still
      // counted.
      let made = try await requestTimes(of: user)
      guard made.count + before.mine.requests < configuration.requestsADay else {
        throw spent(made)
      }
      let notice =
        tokens == 0
        ? nil : try await notice(for: user, reserved: before.mine.tokens, byAll: before.all)
      return Reservation(user: user, tokens: tokens, notice: notice)
    } catch {
      giveBack(user, tokens: tokens)
      throw error
    }
  }

  func release(_ reservation: Reservation) {
    giveBack(reservation.user, tokens: reservation.tokens)
  }

  /// Why models may not be asked for more now; `nil` when they may.
  func notice(for user: UserID) async throws(Refusal) -> String? {
    let before = reserved.withLock { (mine: $0.users[user]?.tokens ?? 0, all: $0.tokens) }
    return try await notice(for: user, reserved: before.mine, byAll: before.all)
  }

  /// Whether the workspace may ask models for more now.
  func hasTokens() async throws(Refusal) -> Bool {
    let pending = reserved.withLock { $0.tokens }
    let since = start
    return try await reader.read { try $0.tokensUsed(since: since) } + pending
      < configuration.workspaceTokensADay
  }

  /// Reserves about the `tokens` that a reading takes which nobody has asked for; `false`, and
  /// nothing is reserved, when it would pass its part of what the workspace may use: the rest is
  /// for what people ask. One `release(background:)` must follow `true`.
  func reserve(background tokens: Int) async throws(Refusal) -> Bool {
    let pending = reserved.withLock { state in
      state.tokens += tokens
      return state.tokens
    }
    let since = start
    do throws(Refusal) {
      let used = try await reader.read { try $0.tokensUsed(since: since) }
      let most = Double(configuration.workspaceTokensADay) * configuration.backgroundShare
      if Double(used + pending) <= most { return true }
    } catch {
      release(background: tokens)
      throw error
    }
    release(background: tokens)
    return false
  }

  func release(background tokens: Int) {
    reserved.withLock { $0.tokens -= tokens }
  }

  private func notice(
    for user: UserID, reserved mine: Int, byAll all: Int
  ) async throws(Refusal) -> String? {
    let since = start
    let (own, workspace) = try await reader.read { store in
      (try store.tokensUsed(by: user, since: since), try store.tokensUsed(since: since))
    }
    if workspace + all >= configuration.workspaceTokensADay {
      return "The workspace has used its model's budget of the last 24 hours, so this was made on this server."
    }
    return own + mine >= configuration.userTokensADay
      ? "You have used your model's budget of the last 24 hours, so this was made on this server." : nil
  }

  /// When the requests of the last 24 hours were made, newest first; no more than tell whether
  /// another may be made.
  private func requestTimes(of user: UserID) async throws(Refusal) -> [Timestamp] {
    let (since, limit) = (start, configuration.requestsADay)
    return try await reader.read { try $0.requestTimes(of: user, since: since, limit: limit) }
  }

  private func spent(_ made: [Timestamp]) -> Refusal {
    let oldest = made.count < configuration.requestsADay ? nil : made.last
    let wait = oldest.map { $0.milliseconds + Self.day * 1_000 - clock.now.milliseconds } ?? 2_000
    return Refusal(
      .rateLimited,
      "You have made your \(configuration.requestsADay) requests of the last 24 hours.",
      retryAfter: Int(max(1, (wait + 999) / 1_000)))
  }

  /// The first moment that counts: 24 hours ago to the millisecond does no longer.
  private var start: Timestamp { clock.now.adding(seconds: -Self.day).adding(milliseconds: 1) }

  private func giveBack(_ user: UserID, tokens: Int) {
    reserved.withLock { state in
      state.tokens -= tokens
      guard let mine = state.users[user] else { return }
      state.users[user] =
        mine.requests > 1 ? Amount(requests: mine.requests - 1, tokens: mine.tokens - tokens) : nil
    }
  }
}
