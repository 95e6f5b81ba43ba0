import Domain

/// Decides when to ask for what is missing: at most one pull a feed is outstanding. Pure: events
/// in, actions out.
package struct SyncMachine: Sendable {
  package enum Event: Sendable {
    /// A delta could not be applied: the feed stands at `cursor`.
    case gap(FeedID, cursor: Int64)
    /// The window must be loaded again.
    case needsWindow(FeedID)
    /// A delta of the feed has been applied, or held nothing new.
    case settled(FeedID)
    /// The feed is gone.
    case gone(FeedID)
    case suspended
  }

  package enum Action: Hashable, Sendable {
    case pull(FeedID, fromRev: Int64)
  }

  /// What was asked for, by feed, and from where.
  private var pulling: [FeedID: Int64] = [:]

  /// Whether an answer is awaited.
  package var isPulling: Bool { !pulling.isEmpty }

  package init() {}

  package mutating func handle(_ event: Event) -> [Action] {
    switch event {
    case .gap(let feed, let cursor):
      // What has been asked from the cursor or before it fills the gap; anything else cannot be
      // applied any more.
      if let asked = pulling[feed], asked <= cursor { return [] }
      return pull(feed, from: cursor)
    case .needsWindow(let feed):
      return pull(feed, from: 0)
    case .settled(let feed), .gone(let feed):
      pulling[feed] = nil
      return []
    case .suspended:
      pulling = [:]
      return []
    }
  }

  private mutating func pull(_ feed: FeedID, from rev: Int64) -> [Action] {
    pulling[feed] = rev
    return [.pull(feed, fromRev: rev)]
  }
}
