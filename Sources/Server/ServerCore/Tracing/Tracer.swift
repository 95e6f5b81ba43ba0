import Domain
import Synchronization

/// Chooses what is traced and keeps the spans until they are exported. Bounded: what does not fit
/// is dropped and counted. Nobody ever waits for it.
package final class Tracer: Sendable {
  /// Spans that wait to be exported.
  package static let capacity = 4_096
  /// Traces that clients may add to; of more the oldest are forgotten.
  static let remembered = 4_096
  /// Spans that all clients together may add to one trace.
  static let clientSpans = 64
  /// Traces that others have begun. Whoever asks for more is served, untraced.
  static let foreign = RateLimit(burst: 200, perSecond: 50)

  private static let day: Int64 = 86_400

  /// Why a span was not exported.
  package enum Loss: String, CaseIterable, Sendable {
    /// Too many waited.
    case full
    /// The receiver would never take it.
    case refused
    /// A client told of it, but the trace is not one of this server's, or has too many, or it is of
    /// another day.
    case foreign
  }

  private struct State {
    var waiting: [Span] = []
    var exported: UInt64 = 0
    var lost: [Loss: UInt64] = [:]
    var bucket: TokenBucket
    /// How many spans clients have told of each.
    var traces: [TraceID: Int] = [:]
    /// The same in the order in which they came.
    var order: [TraceID] = []

    mutating func remember(_ trace: TraceID) {
      guard traces[trace] == nil else { return }
      traces[trace] = 0
      order.append(trace)
      if order.count > Tracer.remembered { traces[order.removeFirst()] = nil }
    }
  }

  package let share: TraceShare
  private let clock: any WallClock
  private let monotonicNow: @Sendable () -> UInt64
  private let random: @Sendable (Int) -> [UInt8]
  private let state: Mutex<State>

  /// `monotonicNow` gives nanoseconds that never fall, by the clock of `ServerMetrics`.
  package init(
    share: TraceShare, clock: any WallClock, monotonicNow: @escaping @Sendable () -> UInt64,
    random: @escaping @Sendable (Int) -> [UInt8] = SystemRandomness.bytes
  ) {
    self.share = share
    self.clock = clock
    self.monotonicNow = monotonicNow
    self.random = random
    state = Mutex(
      State(
        bucket: TokenBucket(
          capacity: Self.foreign.burst, refillPerSecond: Self.foreign.perSecond, now: clock.now)))
  }
}

// MARK: - What is traced

extension Tracer {
  /// For a message whose sender traces it; `nil` when nobody keeps its spans, or too many are
  /// traced.
  package func follow(_ parent: TraceContext, at arrived: UInt64) -> CommitTrace? {
    guard parent.isSampled, admits(parent.trace) else { return nil }
    return CommitTrace(
      sender: parent.span, accepted: parent.with(span()), commit: span(), fanOut: parent.with(span()), arrived: arrived)
  }

  /// For something that a traced request commits.
  func commit(in request: RequestTrace, at began: UInt64) -> CommitTrace {
    state.withLock { $0.remember(request.context.trace) }
    return CommitTrace(
      sender: nil, accepted: request.context, commit: span(), fanOut: request.context.with(span()), arrived: began)
  }

  /// For a request: part of its sender's trace when that is kept, its own for the share of all
  /// others, and `nil` for most.
  package func request(partOf parent: TraceContext?) -> RequestTrace? {
    guard let parent else {
      guard number() % 1_000_000 < share.millionths, let trace = TraceID(high: number(), low: number()) else {
        return nil
      }
      return RequestTrace(context: TraceContext(trace: trace, span: span()), parent: nil)
    }
    guard parent.isSampled, admits(parent.trace) else { return nil }
    return RequestTrace(context: parent.with(span()), parent: parent.span)
  }

  private func admits(_ trace: TraceID) -> Bool {
    let now = clock.now
    return state.withLock { state in
      // Each message of a batch that comes in one trace counts.
      guard state.bucket.take(now: now) == nil else { return false }
      state.remember(trace)
      return true
    }
  }

  private func number() -> UInt64 { random(8).reduce(0) { $0 << 8 | UInt64($1) } }

  private func span() -> SpanID {
    while true { if let span = SpanID(number()) { return span } }
  }
}

// MARK: - Spans

extension Tracer {
  /// A commit group has been told of: the spans of what was traced in it.
  func published(_ outcomes: [CommitOutcome], committed: UInt64, fannedOut: UInt64, deliveries: Int) {
    for outcome in outcomes {
      guard let trace = outcome.origin?.trace else { continue }
      var hasFailed = false
      if case .failure = outcome.result { hasFailed = true }
      let at = wallClock()
      let (began, done, told) = (at(trace.arrived), at(committed), at(fannedOut))
      let parent = trace.accepted.span
      var spans = [
        Span(
          name: "commit", kind: .internal, context: trace.accepted.with(trace.commit), parent: parent, start: began,
          end: done, attributes: [Span.Attribute("messageai.group", .integer(Int64(outcomes.count)))],
          hasFailed: hasFailed),
        Span(
          name: "fan-out", kind: .producer, context: trace.fanOut, parent: parent, start: done, end: told,
          attributes: [Span.Attribute("messageai.deliveries", .integer(Int64(deliveries)))]),
      ]
      if let sender = trace.sender {
        spans.append(
          Span(
            name: "message.accept", kind: .server, context: trace.accepted, parent: sender, start: began, end: told,
            hasFailed: hasFailed))
      }
      add(spans)
    }
  }

  /// A traced request was answered. `id` is that of its line in the access log.
  package func answered(
    _ trace: RequestTrace, method: String, route: String, status: Int, id: String?, since: UInt64
  ) {
    let at = wallClock()
    var attributes = [
      Span.Attribute("http.request.method", .text(method)), Span.Attribute("http.route", .text(route)),
      Span.Attribute("http.response.status_code", .integer(Int64(status))),
    ]
    if let id { attributes.append(Span.Attribute("messageai.request", .text(id))) }
    add([
      Span(
        name: "\(method) \(route)", kind: .server, context: trace.context, parent: trace.parent, start: at(since),
        end: at(monotonicNow()), attributes: attributes, hasFailed: status >= 500)
    ])
  }

  /// What clients tell of traces that this server knows.
  func record(_ batch: ClientEventBatch, version: String) {
    let source = Span.Source(name: "messageai-\(batch.platform.rawValue)", version: version)
    let now = clock.now
    let believable = now.adding(seconds: -Self.day)...now.adding(seconds: Self.day)
    for span in batch.spans {
      guard believable.contains(span.end), let trace = TraceID(span.trace), let id = SpanID(span.span), takes(trace)
      else {
        lose(1, .foreign)
        continue
      }
      add([
        Span(
          source: source, name: "message.\(span.kind.rawValue)", kind: span.kind.kindOfSpan,
          context: TraceContext(trace: trace, span: id), parent: span.parent.flatMap { SpanID($0) },
          start: span.start.nanoseconds, end: span.end.nanoseconds)
      ])
    }
  }

  private func takes(_ trace: TraceID) -> Bool {
    state.withLock { state in
      guard let count = state.traces[trace], count < Self.clientSpans else { return false }
      state.traces[trace] = count + 1
      return true
    }
  }

  /// From the steady clock to nanoseconds since 1970, as the clocks stand now.
  private func wallClock() -> (UInt64) -> UInt64 {
    let offset = clock.now.nanoseconds &- monotonicNow()
    return { $0 &+ offset }
  }
}

extension ClientSpanKind {
  fileprivate var kindOfSpan: Span.Kind {
    switch self {
    case .send: .client
    case .receive: .consumer
    case .show: .internal
    }
  }
}

extension Timestamp {
  fileprivate var nanoseconds: UInt64 { UInt64(clamping: milliseconds) &* 1_000_000 }
}

// MARK: - Export

extension Tracer {
  private func add(_ spans: [Span]) {
    state.withLock { state in
      let room = max(0, Self.capacity - state.waiting.count)
      state.waiting += spans.prefix(room)
      if spans.count > room { state.lost[.full, default: 0] += UInt64(spans.count - room) }
    }
  }

  /// Takes what waits, the oldest first.
  func take(_ most: Int) -> [Span] {
    state.withLock { state in
      defer { state.waiting.removeFirst(min(most, state.waiting.count)) }
      return Array(state.waiting.prefix(most))
    }
  }

  /// They could not be exported now. Newer ones keep their place when there is no room for both.
  func putBack(_ spans: [Span]) {
    state.withLock { state in
      let room = max(0, Self.capacity - state.waiting.count)
      state.waiting = spans.suffix(room) + state.waiting
      if spans.count > room { state.lost[.full, default: 0] += UInt64(spans.count - room) }
    }
  }

  func exported(_ count: Int) { state.withLock { $0.exported += UInt64(count) } }

  func lose(_ count: Int, _ reason: Loss) {
    guard count > 0 else { return }
    state.withLock { $0.lost[reason, default: 0] += UInt64(count) }
  }

  /// Prometheus text format, version 0.0.4.
  package func prometheusText() -> String {
    let (waiting, exported, lost) = state.withLock { ($0.waiting.count, $0.exported, $0.lost) }
    let name = "messageai_trace_spans"
    var lines = [
      "# HELP \(name)_exported_total Spans that the receiver of traces has taken.",
      "# TYPE \(name)_exported_total counter", "\(name)_exported_total \(exported)",
      "# HELP \(name)_dropped_total Spans that it has not got and will not get.",
      "# TYPE \(name)_dropped_total counter",
    ]
    lines += Loss.allCases.map { "\(name)_dropped_total{reason=\"\($0.rawValue)\"} \(lost[$0] ?? 0)" }
    lines += ["# HELP \(name)_waiting Spans that wait to be sent.", "# TYPE \(name)_waiting gauge"]
    lines.append("\(name)_waiting \(waiting)")
    return lines.joined(separator: "\n") + "\n"
  }
}
