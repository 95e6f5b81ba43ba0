import Domain

/// What came before something of the same feed that it follows, and waits for that: servers that
/// write to one feed by turns hear of each other a moment later than of themselves. Guarded by the
/// lock of `ClusterNode`.
struct HeldOutcomes {
  /// Of a feed at most; what comes then is not held.
  static let limit = 256

  enum Content {
    /// This server's own, with the answer to whoever asked for it.
    case own(CommitOutcome, EncodedOutcome)
    case heard(EncodedFrame, audience: [UserID])
  }

  struct Entry {
    let from: Int64
    let to: Int64
    let content: Content
    fileprivate var ticks = 0

    var isOwn: Bool {
      if case .own = content { true } else { false }
    }

    init(from: Int64, to: Int64, _ content: Content) {
      self.from = from
      self.to = to
      self.content = content
    }
  }

  /// By revision.
  private var entries: [SharedFeed: [Entry]] = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// Whether it is held: there is room.
  mutating func hold(_ entry: Entry, of feed: SharedFeed) -> Bool {
    var held = entries[feed] ?? []
    guard held.count < Self.limit else { return false }
    held.insert(entry, at: held.firstIndex { $0.from > entry.from } ?? held.endIndex)
    entries[feed] = held
    return true
  }

  /// Takes out, in order, what follows `told` without a gap, and what had been told another way.
  mutating func release(_ feed: SharedFeed, told: Int64) -> [Entry] {
    guard let held = entries[feed] else { return [] }
    var told = told
    var count = 0
    for entry in held {
      guard entry.from <= told else { break }
      told = max(told, entry.to)
      count += 1
    }
    entries[feed] = count < held.count ? Array(held[count...]) : nil
    return Array(held[..<count])
  }

  /// Takes out all of the feeds in which something has been held since before the last call.
  mutating func takeOverdue() -> [(feed: SharedFeed, entries: [Entry])] {
    let overdue = entries.filter { $0.value.contains { $0.ticks > 0 } }.map { (feed: $0.key, entries: $0.value) }
    for (feed, _) in overdue { entries[feed] = nil }
    for feed in entries.keys {
      for index in entries[feed, default: []].indices { entries[feed]?[index].ticks += 1 }
    }
    return overdue
  }
}
