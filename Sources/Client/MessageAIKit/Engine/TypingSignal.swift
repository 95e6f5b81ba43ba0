import Domain

/// What one device tells of its own typing in one conversation: that it goes on at most once an
/// interval, its end at once and once. Who begins again too early for the server is told of when it
/// listens again.
struct TypingSignal {
  enum Action: Hashable {
    case send(active: Bool)
    /// Ask `isDue` in so many seconds.
    case later(seconds: Double)
    case nothing
  }

  /// Milliseconds. The server refuses less than 3 s; frames may arrive a little closer to each
  /// other than they were sent.
  static let interval: Int64 = 3_100

  private var toldAt: Timestamp?
  private var isTold = false
  private var isWaiting = false

  mutating func set(_ active: Bool, now: Timestamp) -> Action {
    guard active else {
      defer { (isTold, isWaiting) = (false, false) }
      return isTold ? .send(active: false) : .nothing
    }
    let wait = toldAt.map { Self.interval - (now.milliseconds - $0.milliseconds) } ?? 0
    // A clock that steps back silences nobody.
    guard wait > 0, wait <= Self.interval else { return tell(now) }
    guard !isTold, !isWaiting else { return .nothing }
    isWaiting = true
    return .later(seconds: Double(wait) / 1_000)
  }

  /// Whether typing that began too early still goes on and is to be told of now.
  mutating func isDue(now: Timestamp) -> Bool {
    guard isWaiting else { return false }
    _ = tell(now)
    return true
  }

  private mutating func tell(_ now: Timestamp) -> Action {
    (toldAt, isTold, isWaiting) = (now, true, false)
    return .send(active: true)
  }
}
