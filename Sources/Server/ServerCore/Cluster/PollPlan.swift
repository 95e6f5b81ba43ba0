/// When a node asks the store for what it may have missed.
///
/// While the bus can be trusted, the store is asked for feeds every ten seconds, and otherwise
/// every two; for sessions and the signing key always every two. The bus can be trusted when it
/// has been whole for four seconds: this node is connected to it, and has heard from every
/// other server that has the store, each not longer ago than a beat and its delay. So a server
/// that is cut off finds out, and so do all others, although a connection that was cut in
/// silence looks like one without news.
struct PollPlan {
  enum Scope: Equatable {
    /// Sessions, the signing key, and how many servers there are.
    case sessions
    case everything
  }

  /// Milliseconds between two polls.
  static let interval: Int64 = 2_000
  /// The same for feeds, while the bus can be trusted.
  static let trustingInterval: Int64 = 10_000
  /// Milliseconds of silence after which a server may be cut off. Each says something every second.
  static let patience: Int64 = 1_750
  /// Milliseconds for which a bus has to be whole before it is trusted.
  static let proof: Int64 = 4_000

  private let tickInterval: Int64
  /// Milliseconds since each of the others has said something.
  private var silence: [UInt64: Int64] = [:]
  /// That have the store, this one too; `nil` while that is not known.
  private var servers: Int?
  /// Milliseconds.
  private var whole: Int64 = 0
  private var sinceSessions: Int64 = 0
  private var sinceFeeds: Int64 = 0
  private var isDue = false

  init(tickInterval: Int64) { self.tickInterval = tickInterval }

  private var isTrusting: Bool { whole >= Self.proof }

  /// Another server has said something.
  mutating func noteSign(of node: UInt64) { silence[node] = 0 }

  mutating func noteServers(_ count: Int?) { servers = count }

  /// The bus was down, or full. Everybody has to be heard again.
  mutating func noteMissed() {
    silence = [:]
    whole = 0
    isDue = true
  }

  /// What to ask for now. Nothing while a poll is under way.
  mutating func tick(isConnected: Bool, isPolling: Bool) -> Scope? {
    for node in silence.keys { silence[node, default: 0] += tickInterval }
    silence = silence.filter { $0.value <= Self.patience }
    let isWhole = isConnected && (servers.map { silence.count >= $0 - 1 } ?? false)
    if isTrusting, !isWhole { isDue = true }
    whole = isWhole ? min(whole + tickInterval, Self.proof) : 0
    sinceSessions += tickInterval
    sinceFeeds += tickInterval
    guard !isPolling else { return nil }
    if isDue || sinceFeeds >= (isTrusting ? Self.trustingInterval : Self.interval) {
      (isDue, sinceFeeds, sinceSessions) = (false, 0, 0)
      return .everything
    }
    guard sinceSessions >= Self.interval else { return nil }
    sinceSessions = 0
    return .sessions
  }
}
