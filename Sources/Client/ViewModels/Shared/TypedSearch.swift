import Observation

/// A search for what is being typed: it begins when the typing pauses, and a newer query gives up
/// an older one.
@MainActor @Observable
public final class TypedSearch<Found: Sendable> {
  fileprivate(set) var query = ""
  fileprivate(set) var state: ScreenState<Found> = .empty
  @ObservationIgnored private let delay: Double
  @ObservationIgnored private let pauses: any Clock<Duration>
  @ObservationIgnored private var queries: AsyncStream<String>.Continuation?

  /// `delay` is the seconds from the last key to the search.
  init(delay: Double, pauses: any Clock<Duration>) {
    self.delay = delay
    self.pauses = pauses
  }

  fileprivate func run(_ find: @escaping @MainActor (String) async throws -> Found) async {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(1))
    queries = continuation
    if !query.isEmpty { continuation.yield(query) }
    var search: Task<Void, Never>?
    for await query in stream {
      search?.cancel()
      search = Task { await self.search(query.trimmingWhitespace, find) }
    }
    search?.cancel()
    queries = nil
  }

  fileprivate func set(_ query: String) {
    guard query != self.query else { return }
    self.query = query
    retry()
  }

  fileprivate func retry() {
    queries?.yield(query)
  }

  func show(_ found: Found) {
    state = .content(found)
  }

  private func search(_ query: String, _ find: @MainActor (String) async throws -> Found) async {
    guard !query.isEmpty else { return state = .empty }
    do {
      try await pauses.sleep(for: .seconds(delay))
      if state.content == nil { state = .loading }
      let found = try await find(query)
      guard !Task.isCancelled else { return }
      show(found)
    } catch {
      guard !Task.isCancelled, let problem = Problem(error) else { return }
      state = .failed(problem)
    }
  }
}

/// A view model that searches for what is being typed.
@MainActor
public protocol TypedSearchModel: AnyObject {
  associatedtype Found: Sendable
  var typed: TypedSearch<Found> { get }
  /// Asks for what was typed, trimmed and not empty.
  func find(_ query: String) async throws -> Found
}

extension TypedSearchModel {
  /// Before anything is typed the state is `.empty`; nothing found is `.content` without elements.
  public var state: ScreenState<Found> { typed.state }
  public var query: String { typed.query }

  /// Searches for what is typed until the task is cancelled. A newer query gives up the older one.
  public func run() async {
    await typed.run { try await self.find($0) }
  }

  public func setQuery(_ query: String) {
    typed.set(query)
  }

  /// Searches once more for what is typed.
  public func retry() {
    typed.retry()
  }
}
