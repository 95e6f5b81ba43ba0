/// What the store's thread does besides committing, and when. Pure: moments are seconds of a clock
/// that nobody sets, and come from outside.
///
/// Waiting messages are indexed in a pause of the writers. What was erased is also taken out of the
/// log and of the search index under load, step by step: it is never put off for those who write.
struct Maintenance {
  enum Work: Equatable {
    case index
    /// One step of ridding log and search index of what was erased; waits at most so many
    /// milliseconds for readers.
    case erase(patience: Int32)
  }

  /// How a step of erasing ended.
  enum Erasure: Equatable {
    /// `isDueAgain`: something was erased meanwhile.
    case done(isDueAgain: Bool)
    /// There is more to do.
    case more
    /// A reader stood in the way.
    case blocked
  }

  /// Without commands for so long, waiting messages are indexed.
  private static let indexingPause = 0.25
  /// After the start, which has other things to do.
  private static let startDelay = 5.0
  /// After an erasing command, so that several go together.
  private static let gatheringTime = 1.0
  /// From one erasure's end to the next one's beginning: each one costs a rewriting of the search
  /// index.
  private static let rest = 120.0
  /// Between the steps of one.
  private static let idleStep = 0.02
  private static let busyStep = 0.05
  /// After a reader stood in the way.
  private static let retryDelay = 2.0
  /// From so long after the erasing command on, writers wait for readers for as long as these need.
  private static let urgency = 200.0

  /// Messages wait to be indexed.
  private var isLagging = false
  /// When something was erased that is not yet out of the files; `nil` when nothing was.
  private var erasedAt: Double?
  private var eraseAt: Double?
  private var lastErasure: Double?

  /// `isErasureDue`: the file says that something was erased before.
  init(now: Double, isErasureDue: Bool) {
    guard isErasureDue else { return }
    erasedAt = now
    eraseAt = now + Self.startDelay
  }

  /// For how long to wait for commands; `nil` is for ever.
  func wait(now: Double) -> Double? {
    let erasing = eraseAt.map { max(0, $0 - now) }
    guard isLagging else { return erasing }
    return min(Self.indexingPause, erasing ?? .infinity)
  }

  mutating func committed(now: Double, isErasureDue: Bool) {
    isLagging = true
    guard isErasureDue, erasedAt == nil else { return }
    erasedAt = now
    eraseAt = max(now + Self.gatheringTime, (lastErasure ?? -.infinity) + Self.rest)
  }

  /// What is to be done now; `isIdle` when no command waited.
  func due(now: Double, isIdle: Bool) -> Work? {
    if let eraseAt, now >= eraseAt {
      let age = now - (erasedAt ?? now)
      return .erase(patience: age < Self.urgency ? 100 : 5_000)
    }
    return isIdle && isLagging ? .index : nil
  }

  mutating func indexed() {
    isLagging = false
  }

  mutating func erased(_ outcome: Erasure, now: Double, isIdle: Bool) {
    switch outcome {
    case .more: eraseAt = now + (isIdle ? Self.idleStep : Self.busyStep)
    case .blocked: eraseAt = now + Self.retryDelay
    case .done(let isDueAgain):
      lastErasure = now
      erasedAt = isDueAgain ? now : nil
      eraseAt = isDueAgain ? now + Self.rest : nil
    }
  }
}
