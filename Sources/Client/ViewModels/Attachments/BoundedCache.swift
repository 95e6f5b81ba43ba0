/// Values within a bound of what they cost together: the one that was not used for longest makes
/// room. A value that costs more than the bound is not kept.
public struct BoundedCache<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let cost: Int
    var usedAt: UInt64
  }

  public let bound: Int
  /// What the values that are kept cost together.
  public private(set) var cost = 0
  private var entries: [Key: Entry] = [:]
  private var uses: UInt64 = 0

  public init(bound: Int) {
    self.bound = bound
  }

  /// `nil` for what is not kept; a value that is asked for counts as used.
  public mutating func value(_ key: Key) -> Value? {
    guard var entry = entries[key] else { return nil }
    uses += 1
    entry.usedAt = uses
    entries[key] = entry
    return entry.value
  }

  public mutating func keep(_ value: Value, cost: Int, for key: Key) {
    if let former = entries.removeValue(forKey: key) { self.cost -= former.cost }
    guard cost <= bound else { return }
    uses += 1
    entries[key] = Entry(value: value, cost: cost, usedAt: uses)
    self.cost += cost
    makeRoom()
  }

  public mutating func removeAll() {
    entries = [:]
    cost = 0
  }

  private mutating func makeRoom() {
    while cost > bound, let oldest = entries.min(by: { $0.value.usedAt < $1.value.usedAt }) {
      entries[oldest.key] = nil
      cost -= oldest.value.cost
    }
  }
}
