import ClientStore
import Domain
import Foundation
import WireProtocol

/// Which client tells how long things take in it.
public struct ClientEventSource: Hashable, Sendable {
  public var platform: CrashPlatform
  /// Of the program.
  public var version: String?

  public init(platform: CrashPlatform, version: String?) {
    self.platform = platform
    self.version = version
  }
}

/// Tells the server how long things take here, a batch a minute, as long as the person lets it.
/// What cannot be told waits in bounded memory, for a day at most.
final class ClientEvents: Sendable {
  /// Seconds from an event until it is told, with those that come meanwhile.
  static let pause: Double = 60

  private struct State {
    var queue = EventQueue()
    var isWaiting = false
    var isClosed = false
    var hasLaunched = false
  }

  private let source: ClientEventSource?
  private let clock: any WallClock
  private let store: ClientStore
  private let keeper: SessionKeeper
  private let rest: RESTClient
  private let startedAt: Timestamp
  private let lock = NSLock()
  nonisolated(unsafe) private var state = State()

  /// Without a source nothing is counted.
  init(_ source: ClientEventSource?, clock: any WallClock, store: ClientStore, keeper: SessionKeeper, rest: RESTClient)
  {
    self.source = source
    self.clock = clock
    self.store = store
    self.keeper = keeper
    self.rest = rest
    startedAt = clock.now
  }

  func note(_ kind: ClientEventKind, since: Timestamp) {
    if let event = ClientEvent(kind, since: since, until: clock.now) { note(event) }
  }

  func note(_ event: ClientEvent) {
    guard source != nil else { return }
    let isFirst = lock.withLock {
      guard !state.isClosed else { return false }
      state.queue.append(event, at: clock.now)
      defer { state.isWaiting = true }
      return !state.isWaiting
    }
    if isFirst { tellLater() }
  }

  /// The list of conversations is there. Only the first time is the start of the program.
  func noteLaunch() {
    let isFirst = lock.withLock {
      defer { state.hasLaunched = true }
      return !state.hasLaunched
    }
    if isFirst { note(.appLaunch, since: startedAt) }
  }

  /// The same values, the first of which ends what began now.
  func noting<Value: Sendable>(
    _ kind: ClientEventKind, _ values: AsyncStream<Value>
  ) -> AsyncStream<Value> {
    guard source != nil else { return values }
    let since = clock.now
    return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let task = Task {
        var isFirst = true
        for await value in values {
          if isFirst { kind == .appLaunch ? self.noteLaunch() : self.note(kind, since: since) }
          isFirst = false
          continuation.yield(value)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  func close() {
    lock.withLock {
      state.isClosed = true
      state.queue.removeAll()
    }
  }

  private func tellLater() {
    Task { [weak self] in
      try await Task.sleep(for: .seconds(Self.pause))
      await self?.tell()
    }
  }

  /// Tells what has gathered. What the server does not take is dropped, what it could not be told
  /// is told later.
  func tell() async {
    lock.withLock { state.isWaiting = false }
    while let batch = take() {
      do throws(TellingFailure) {
        try await send(batch)
      } catch {
        let isLater = lock.withLock {
          guard error == .later, !state.isClosed else { return false }
          state.queue.putBack(batch)
          defer { state.isWaiting = true }
          return !state.isWaiting
        }
        if isLater { tellLater() }
        return
      }
    }
  }

  /// Nothing once the person has switched it off: what had gathered goes too.
  private func take() -> [EventQueue.Queued]? {
    let isWanted = isWanted
    return lock.withLock { () -> [EventQueue.Queued]? in
      guard isWanted else {
        state.queue.removeAll()
        return nil
      }
      let batch = state.queue.take(at: clock.now)
      return batch.isEmpty ? nil : batch
    }
  }

  private var isWanted: Bool {
    do {
      return try store.profile()?.sendsEvents ?? false
    } catch {
      // Without its database a client does not know.
      return false
    }
  }

  private enum TellingFailure: Error {
    case later
    /// The server takes none, and would say so each time.
    case never
  }

  private func send(_ batch: [EventQueue.Queued]) async throws(TellingFailure) {
    guard let source else { throw .never }
    let body = ClientEventBatch(
      platform: source.platform, version: source.version, events: batch.map(\.event))
    do {
      let token = try await keeper.accessToken()
      _ = try await rest.call(.post, "/v1/diagnostics/events", body: body.json(), token: token)
    } catch let refusal as Refusal where !refusal.code.isRetryable && refusal.code != .unauthenticated {
      throw .never
    } catch ClientError.signedOut {
      throw .never
    } catch {
      throw .later
    }
  }
}
