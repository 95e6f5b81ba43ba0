import Domain
import WireProtocol

/// What admins see of the workspace as a whole.
package struct OverviewService: Sendable {
  /// Days that a ledger is kept.
  package static let mostDays: Int64 = 90
  private static let listed = 100

  private let store: any OverviewStore
  private let work: any WorkExecutor
  private let clock: any WallClock

  package init(store: any OverviewStore, work: any WorkExecutor, clock: any WallClock) {
    self.store = store
    self.work = work
    self.clock = clock
  }

  /// `after` is the `next` of the page before.
  package func conversations(after: ConversationID?) async throws(Refusal) -> ConversationOverviews {
    let found = try await work.reading { [store] in
      try store.conversationOverviews(after: after, limit: Self.listed + 1)
    }
    let page = Array(found.prefix(Self.listed))
    return ConversationOverviews(
      conversations: page, next: found.count > page.count ? page.last?.id.description : nil)
  }

  package func totals() async throws(Refusal) -> WorkspaceTotals {
    try await work.reading { [store] in try store.totals() }
  }

  /// Of the last `days`. Throws `invalid` for less than one and more than `mostDays`.
  package func usage(days: Int64) async throws(Refusal) -> AIUsage {
    guard (1...Self.mostDays).contains(days) else {
      throw Refusal(.invalid, "days is 1 to \(Self.mostDays).")
    }
    let since = clock.now.adding(seconds: -days * 86_400)
    return try await work.reading { [store] in
      AIUsage(since: since, uses: try store.modelUses(since: since), ratings: try store.ratings(since: since))
    }
  }
}
