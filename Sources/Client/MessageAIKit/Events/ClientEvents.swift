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
  /// Seconds from the arrival of a message within which a chat that was open shows it.
  private static let showing: Int64 = 5
  private static let mostArrivals = 50

  private struct State {
    var queue = EventQueue<ClientEvent>()
    var spans = EventQueue<ClientSpan>()
    /// Traced messages that no chat has shown yet.
    var arrivals: [TracedArrival] = []
    var isWaiting = false
    var isClosed = false
    var hasLaunched = false

    mutating func removeAll() {
      queue.removeAll()
      spans.removeAll()
      arrivals = []
    }
  }

  private struct Batch {
    let events: [EventQueue<ClientEvent>.Queued]
    let spans: [EventQueue<ClientSpan>.Queued]
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
    let now = clock.now
    change { $0.queue.append(event, at: now) }
  }

  func note(_ span: ClientSpan) {
    let now = clock.now
    change { $0.spans.append(span, at: now) }
  }

  /// Changes what is to be told, unless nothing is.
  private func change(_ body: (inout State) -> Void) {
    guard source != nil else { return }
    let isFirst = lock.withLock {
      guard !state.isClosed else { return false }
      body(&state)
      defer { state.isWaiting = true }
      return !state.isWaiting
    }
    if isFirst { tellLater() }
  }

  /// Whether spans are told now.
  var tellsSpans: Bool { source != nil && isWanted }

  /// Waits for a chat to show the message.
  func arriving(_ message: TracedArrival) {
    guard source != nil else { return }
    lock.withLock { state.arrivals = (state.arrivals + [message]).suffix(Self.mostArrivals) }
  }

  /// A chat shows this.
  func shown(_ timeline: Timeline) {
    let now = clock.now
    let shown = lock.withLock { () -> [TracedArrival] in
      guard !state.arrivals.isEmpty else { return [] }
      // Who opens a chat later does not say how long it took until it could have been shown.
      state.arrivals.removeAll { $0.at.adding(seconds: Self.showing) < now }
      let shown = state.arrivals.filter { arrival in timeline.items.contains { $0.id == arrival.message } }
      state.arrivals.removeAll { shown.contains($0) }
      return shown
    }
    for span in shown.compactMap({ $0.shown(at: now) }) { note(span) }
  }

  /// The list of conversations is there. Only the first time is the start of the program.
  func noteLaunch() {
    let isFirst = lock.withLock {
      defer { state.hasLaunched = true }
      return !state.hasLaunched
    }
    if isFirst { note(.appLaunch, since: startedAt) }
  }

  /// The same values, the first of which ends what began now. `whenShown` is told of each once it
  /// was given away.
  func noting<Value: Sendable>(
    _ kind: ClientEventKind, _ values: AsyncStream<Value>, whenShown: @escaping @Sendable (Value) -> Void = { _ in }
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
          whenShown(value)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  func close() {
    lock.withLock {
      state.isClosed = true
      state.removeAll()
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
          state.queue.putBack(batch.events)
          state.spans.putBack(batch.spans)
          defer { state.isWaiting = true }
          return !state.isWaiting
        }
        if isLater { tellLater() }
        return
      }
    }
  }

  /// Nothing once the person has switched it off: what had gathered goes too.
  private func take() -> Batch? {
    let isWanted = isWanted
    return lock.withLock { () -> Batch? in
      guard isWanted else {
        state.removeAll()
        return nil
      }
      let batch = Batch(events: state.queue.take(at: clock.now), spans: state.spans.take(at: clock.now))
      return batch.events.isEmpty && batch.spans.isEmpty ? nil : batch
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

  private func send(_ batch: Batch) async throws(TellingFailure) {
    guard let source else { throw .never }
    let body = ClientEventBatch(
      platform: source.platform, version: source.version, events: batch.events.map(\.event),
      spans: batch.spans.map(\.event))
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
