import Domain
import Observation

/// What a screen loads from the server. Without a connection it shows what the device has kept of
/// it. What it shows stays when it cannot be loaded again, and what failed is tried anew once the
/// connection is back.
@MainActor @Observable
public final class Loader<Value: Sendable> {
  public private(set) var state: ScreenState<Value> = .loading
  /// Why what is shown could not be loaded again: it may be old.
  public private(set) var problem: Problem?
  /// `nil` when nobody knows of the connection: then nothing is tried anew.
  @ObservationIgnored private let connection: (any ConnectionRepository)?
  /// `nil` where nothing is kept.
  @ObservationIgnored private let offline: OfflineContext?

  init(connection: (any ConnectionRepository)?, offline: OfflineContext? = nil) {
    self.connection = connection
    self.offline = offline
  }

  /// Shows what `fetch` brings. When it fails, what is shown stays if `keeps`, with `problem`
  /// beside it; otherwise the failure is all there is. Without a connection what the device has
  /// `kept` takes its place, with its time beside it.
  func load(
    keeps: @autoclosure () -> Bool = true, kept: Kept? = nil, _ fetch: @MainActor () async throws -> ScreenState<Value>
  ) async {
    if case .failed = state { state = .loading }
    do {
      show(try await fetch(), isFresh: true)
    } catch {
      await fail(error, keeps: keeps(), kept)
    }
  }

  typealias Kept = @MainActor (any OfflineRepository) async throws -> KeptAnswer<ScreenState<Value>>?

  private func fail(_ error: any Error, keeps: Bool, _ kept: Kept?) async {
    guard let failure = Problem(error) else { return }
    do {
      if let kept, let answer = try await offline?.fallback(after: error, kept) {
        return (state, problem) = (answer.value, answer.notice)
      }
    } catch {
      // The device cannot read what it has kept: the failure is all there is to say.
      return (state, problem) = (.failed(Problem(error) ?? failure), nil)
    }
    switch state {
    case .content where keeps, .empty where keeps: problem = failure
    default: (state, problem) = (.failed(failure), nil)
    }
  }

  /// `isFresh` when the server has just said so.
  func show(_ state: ScreenState<Value>, isFresh: Bool = false) {
    self.state = state
    if isFresh { problem = nil }
  }

  /// Calls `load`, and again after each failure when the connection comes back, until the task is
  /// cancelled.
  func run(_ load: () async -> Void) async {
    await loadAgainOnline(connection, load) {
      if case .failed = state { true } else { problem != nil }
    }
  }
}

/// Calls `load`, and again when the connection comes back after a failure, until the task is
/// cancelled.
@MainActor
func loadAgainOnline(
  _ connection: (any ConnectionRepository)?, _ load: () async -> Void, hasFailed: () -> Bool
) async {
  guard let connection else { return await load() }
  var states = connection.observeConnection().makeAsyncIterator()
  // What it was before: a connection that comes back while this loads is seen after it.
  _ = await states.next()
  guard !Task.isCancelled else { return }
  await load()
  while let state = await states.next() {
    if state == .online, hasFailed() { await load() }
  }
}

/// A view model of what one loader brings.
@MainActor
public protocol LoadingModel: AnyObject {
  associatedtype Value: Sendable
  var loader: Loader<Value> { get }
  func load() async
}

extension LoadingModel {
  public var state: ScreenState<Value> { loader.state }
  /// Why what is shown could not be loaded again: it may be old.
  public var reloadProblem: Problem? { loader.problem }

  /// Loads, and again by itself after a failure when the connection is back, until the task is
  /// cancelled.
  public func run() async {
    await loader.run(load)
  }
}
