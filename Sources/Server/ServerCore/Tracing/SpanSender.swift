import Domain
import Synchronization

/// Where spans go.
package protocol SpanExporter: Sendable {
  /// Answers how many of them the receiver has rejected for good.
  func export(_ spans: [Span]) async throws(SpanExportFailure) -> Int
}

/// Spans did not reach their receiver. `reason` is a sentence without addresses and keys.
package struct SpanExportFailure: Error, Hashable, Sendable, CustomStringConvertible {
  package let reason: String
  package let isRetryable: Bool
  /// Seconds that the receiver asks for.
  package let retryAfter: Int64?

  package init(reason: String, isRetryable: Bool, retryAfter: Int64? = nil) {
    self.reason = reason
    self.isRetryable = isRetryable
    self.retryAfter = retryAfter
  }

  package var description: String { reason }
}

/// Sends spans in batches, every two seconds. While the receiver takes none they wait, within the
/// tracer's bound, and it is asked again after pauses that double up to a minute.
package final class SpanSender: Sendable {
  private static let batch = 512
  private static let longestPause: Int64 = 60

  private struct State {
    var failures = 0
    var notBefore = Timestamp(milliseconds: 0)
  }

  private let tracer: Tracer
  private let exporter: any SpanExporter
  private let clock: any WallClock
  private let warn: @Sendable (String) -> Void
  private let loop = BatchLoop(pollSeconds: 2)
  private let state = Mutex(State())

  /// `warn` is told, with the reason, when exporting begins to fail; not again until it works.
  package init(
    _ tracer: Tracer, to exporter: any SpanExporter, clock: any WallClock, warn: @escaping @Sendable (String) -> Void
  ) {
    self.tracer = tracer
    self.exporter = exporter
    self.clock = clock
    self.warn = warn
  }

  package func start() { loop.start { [self] in await send() } }

  /// Sends what waits, once, and no more; nothing where the receiver was failing: a server that
  /// stops does not wait for it.
  package func stop() async {
    await loop.stop()
    if state.withLock({ $0.failures == 0 }) { _ = await send() }
  }

  /// One batch. Answers how many were sent.
  package func send() async -> Int {
    guard state.withLock({ $0.notBefore <= clock.now }) else { return 0 }
    let spans = tracer.take(Self.batch)
    guard !spans.isEmpty else { return 0 }
    do {
      let rejected = min(try await exporter.export(spans), spans.count)
      tracer.exported(spans.count - rejected)
      tracer.lose(rejected, .refused)
      state.withLock { $0.failures = 0 }
      return spans.count
    } catch {
      failed(spans, error)
      return 0
    }
  }

  private func failed(_ spans: [Span], _ failure: SpanExportFailure) {
    if failure.isRetryable { tracer.putBack(spans) } else { tracer.lose(spans.count, .refused) }
    let isFirst = state.withLock { state in
      state.failures += 1
      let pause = min(Self.longestPause, 2 << Int64(min(state.failures - 1, 5)))
      state.notBefore = clock.now.adding(seconds: max(pause, min(failure.retryAfter ?? 0, 3_600)))
      return state.failures == 1
    }
    if isFirst { warn(failure.reason) }
  }
}
