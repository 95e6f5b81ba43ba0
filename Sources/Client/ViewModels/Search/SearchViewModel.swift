import Domain
import Observation

/// Searching all messages that I may read.
@MainActor @Observable
public final class SearchViewModel {
  public typealias State = ScreenState<[SearchResult]>

  /// Seconds from the last key to the search.
  public static let searchDelay = 0.3

  /// Before anything is typed the state is `.empty`; nothing found is `.content([])`.
  public private(set) var state: State = .empty
  public private(set) var query = ""
  public private(set) var isLoadingMore = false
  public private(set) var problem: Problem?
  @ObservationIgnored private let messages: any MessageRepository
  @ObservationIgnored private let sleeper: any Sleeper
  @ObservationIgnored private var queries: AsyncStream<String>.Continuation?
  @ObservationIgnored private var next: String?

  public init(messages: any MessageRepository, sleeper: any Sleeper = ContinuousSleeper()) {
    self.messages = messages
    self.sleeper = sleeper
  }

  /// Searches for what is typed until the task is cancelled. A newer query gives up the older one.
  public func run() async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
    queries = continuation
    if !query.isEmpty { continuation.yield(query) }
    var search: Task<Void, Never>?
    for await query in stream {
      search?.cancel()
      search = Task { await self.search(query) }
    }
    search?.cancel()
    queries = nil
  }

  /// Words, quoted phrases, and `from:`, `in:`, `before:`, `after:`.
  public func setQuery(_ query: String) {
    guard query != self.query else { return }
    self.query = query
    queries?.yield(query)
  }

  /// Searches once more for what is typed.
  public func retry() {
    queries?.yield(query)
  }

  public var hasMore: Bool { next != nil }

  /// Appends the next page of results.
  public func loadMore() async {
    guard let next, let shown = state.content, !isLoadingMore else { return }
    let asked = query
    isLoadingMore = true
    problem = nil
    defer { isLoadingMore = false }
    do {
      let page = try await messages.search(asked.trimmingWhitespace, before: next)
      guard asked == query else { return }
      self.next = page.next
      state = .content(shown + page.results)
    } catch {
      problem = Problem(error)
    }
  }

  private func search(_ query: String) async {
    let query = query.trimmingWhitespace
    guard !query.isEmpty else {
      next = nil
      state = .empty
      return
    }
    do {
      try await sleeper.sleep(seconds: Self.searchDelay)
      if state.content == nil { state = .loading }
      let page = try await messages.search(query, before: nil)
      guard !Task.isCancelled else { return }
      next = page.next
      state = .content(page.results)
    } catch {
      guard !Task.isCancelled, let problem = Problem(error) else { return }
      next = nil
      state = .failed(problem)
    }
  }
}
