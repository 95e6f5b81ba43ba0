import Domain

/// What one socket may say of its typing: that it goes on at most once an interval in each
/// conversation, and that it has stopped once after that.
struct TypingThrottle {
  private struct Told {
    var at: Timestamp
    var isActive: Bool
  }

  /// Conversations remembered before old ones are forgotten.
  private static let capacity = 64

  let interval: Int64
  private var told: [ConversationID: Told] = [:]

  /// `interval` in milliseconds.
  init(interval: Int64) {
    self.interval = interval
  }

  mutating func admits(_ conversation: ConversationID, isActive: Bool, now: Timestamp) -> Bool {
    guard isActive else {
      guard told[conversation]?.isActive == true else { return false }
      told[conversation]?.isActive = false
      return true
    }
    if let last = told[conversation], isRecent(last, now) { return false }
    if told.count >= Self.capacity { told = told.filter { isRecent($0.value, now) } }
    told[conversation] = Told(at: now, isActive: true)
    return true
  }

  /// A clock that steps back does not silence anyone.
  private func isRecent(_ last: Told, _ now: Timestamp) -> Bool {
    now >= last.at && now.milliseconds - last.at.milliseconds < interval
  }
}
