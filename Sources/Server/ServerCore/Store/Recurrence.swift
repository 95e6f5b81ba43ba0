import Domain

/// Says when something that is done now and then is due.
struct Recurrence: Sendable {
  /// Seconds from one time to the next, and after one that failed.
  let interval: Int64
  let retryDelay: Int64
  private var last: Timestamp?

  init(interval: Int64, retryDelay: Int64) {
    self.interval = interval
    self.retryDelay = retryDelay
  }

  /// Whether it is due, and then it is taken to be done now. A clock that was put back is not
  /// waited for, however far it went.
  mutating func take(_ now: Timestamp) -> Bool {
    if let last, now >= last, now < last.adding(seconds: interval) { return false }
    last = now
    return true
  }

  /// What was taken at that time has failed.
  mutating func fail(at time: Timestamp) {
    last = time.adding(seconds: retryDelay - interval)
  }
}
