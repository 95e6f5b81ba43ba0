import Domain
import Observation

/// Searching all messages that I may read: words, quoted phrases, and `from:`, `in:`, `before:`,
/// `after:`.
@MainActor @Observable
public final class SearchViewModel: TypedSearchModel, ActionModel {
  public typealias State = ScreenState<[SearchResult]>

  /// Seconds from the last key to the search.
  public static let searchDelay = 0.3

  public let typed: TypedSearch<[SearchResult]>
  public let action = ActionState()
  @ObservationIgnored private let messages: any MessageRepository
  private var next: String?

  public init(messages: any MessageRepository, pauses: any Clock<Duration> = ContinuousClock()) {
    self.messages = messages
    typed = TypedSearch(delay: Self.searchDelay, pauses: pauses)
  }

  public func find(_ query: String) async throws -> [SearchResult] {
    let page = try await messages.search(query, before: nil)
    try Task.checkCancellation()
    next = page.next
    return page.results
  }

  public var hasMore: Bool { state.content != nil && next != nil }
  public var isLoadingMore: Bool { isBusy }

  /// Appends the next page of results.
  public func loadMore() async {
    guard let next, let shown = state.content, !isLoadingMore else { return }
    let asked = query
    await perform {
      let page = try await messages.search(asked.trimmingWhitespace, before: next)
      guard asked == query else { return }
      self.next = page.next
      typed.show(shown + page.results)
    }
  }
}
