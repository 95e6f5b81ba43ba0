import Foundation

/// What the store's thread does when nobody writes, and when.
struct PauseWork {
  /// Seconds without commands after which waiting messages are indexed.
  private static let indexingPause = 0.25
  /// Seconds from one purge of the search index to the next, and between the steps of one.
  private static let purgeInterval = 300.0
  private static let purgeStep = 0.02
  /// Seconds after the start, which has other things to do.
  private static let purgeStartDelay = 5.0

  /// Messages wait to be indexed.
  private(set) var isLagging = false
  /// When the index is to be looked at; `nil` when it is clean.
  private var purgeAt: Date? = Date(timeIntervalSinceNow: PauseWork.purgeStartDelay)

  /// When the index was last rewritten; looking at a clean one does not count.
  private var lastPurge = Date.distantPast
  private var isPurging = false

  /// Until when to wait for commands; `nil` is for ever.
  var next: Date? {
    isLagging ? Date(timeIntervalSinceNow: Self.indexingPause) : purgeAt
  }

  mutating func committed() {
    isLagging = true
    if purgeAt == nil { purgeAt = max(Date(), lastPurge.addingTimeInterval(Self.purgeInterval)) }
  }

  mutating func indexed() {
    isLagging = false
  }

  mutating func purged(isDone: Bool) {
    purgeAt = isDone ? nil : Date(timeIntervalSinceNow: Self.purgeStep)
    if isDone, isPurging { lastPurge = Date() }
    isPurging = !isDone
  }
}
