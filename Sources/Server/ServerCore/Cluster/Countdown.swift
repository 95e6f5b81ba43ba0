/// Tells at which ticks something is to be done that is done now and again.
struct Countdown {
  /// From one time to the next.
  let ticks: Int64
  private var left: Int64

  /// `milliseconds` are from one time to the next. The first comes after as long, or at once.
  init(every milliseconds: Int64, tickInterval: Int64, beginsAtOnce: Bool = false) {
    ticks = max(1, milliseconds / tickInterval)
    left = beginsAtOnce ? 0 : ticks
  }

  /// Whether it is to be done at this tick.
  mutating func tick() -> Bool {
    left -= 1
    guard left <= 0 else { return false }
    left = ticks
    return true
  }
}
