import ClientSync
import Domain

/// Which messages are traced from here, and what this client did for those that are. Their ids are
/// random; nothing is stored.
struct MessageTraces {
  private struct Sending {
    let message: MessageID
    let context: TraceContext
  }

  /// Traced messages that the server has not answered; of more the oldest are not told of.
  static let mostSending = 50
  private static let longestOffset: UInt64 = 100 * 366 * 86_400_000

  private var random: SplitMix64
  /// How many of a million messages are traced, as the server says.
  private var share: Int64 = 0
  /// What the server's clock is ahead, in milliseconds.
  private var offset: Int64 = 0
  private var sending: [Sending] = []

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func welcomed(share: Int64?, serverTime: Timestamp, at now: Timestamp) {
    self.share = share ?? 0
    // A server whose clock is a century off is not believed.
    let (ahead, isTooFar) = serverTime.milliseconds.subtractingReportingOverflow(now.milliseconds)
    offset = isTooFar || ahead.magnitude > Self.longestOffset ? 0 : ahead
  }

  /// Of a message that goes out now; `nil` for one that is not traced. One that goes out again
  /// stays in its trace. `isWanted` is asked only for what would be traced.
  mutating func context(of message: MessageID, isWanted: () -> Bool) -> TraceContext? {
    if let known = sending.first(where: { $0.message == message }) { return known.context }
    guard share > 0, random.next() % 1_000_000 < share, isWanted(),
      let trace = TraceID(high: random.next(), low: random.next()), let span = SpanID(random.next())
    else { return nil }
    let context = TraceContext(trace: trace, span: span)
    sending = (sending + [Sending(message: message, context: context)]).suffix(Self.mostSending)
    return context
  }

  /// The server has the message.
  mutating func acknowledged(_ message: PendingMessage, at now: Timestamp) -> ClientSpan? {
    guard let index = sending.firstIndex(where: { $0.message == message.id }) else { return nil }
    let context = sending.remove(at: index).context
    return ClientSpan(
      .send, context, parent: nil, from: message.createdAt, until: now, offset: offset)
  }

  /// A message comes that its sender traces; `nil` for all others.
  mutating func arriving(_ delta: FeedDelta, at now: Timestamp) -> TracedArrival? {
    guard let parent = delta.traceparent.flatMap({ TraceContext($0) }), parent.isSampled,
      let conversation = delta.feed.conversation, let message = delta.messages.first?.id,
      let received = SpanID(random.next()), let shown = SpanID(random.next())
    else { return nil }
    return TracedArrival(
      conversation: conversation, message: message, parent: parent, received: received, shown: shown, at: now,
      offset: offset)
  }
}

/// A message that has come and is traced.
package struct TracedArrival: Hashable, Sendable {
  package let conversation: ConversationID
  package let message: MessageID
  let parent: TraceContext
  fileprivate let received: SpanID
  fileprivate let shown: SpanID
  let at: Timestamp
  fileprivate let offset: Int64

  /// It is on this device.
  func received(at now: Timestamp) -> ClientSpan? {
    ClientSpan(.receive, parent.with(received), parent: parent.span, from: at, until: now, offset: offset)
  }

  /// A chat that was open shows it.
  func shown(at now: Timestamp) -> ClientSpan? {
    ClientSpan(.show, parent.with(shown), parent: parent.span, from: at, until: now, offset: offset)
  }
}

extension ClientSpan {
  /// `nil` for what a clock that was set says: less than nothing, or more than a day.
  fileprivate init?(
    _ kind: ClientSpanKind, _ context: TraceContext, parent: SpanID?, from start: Timestamp, until end: Timestamp,
    offset: Int64
  ) {
    guard (0...86_400_000).contains(end.milliseconds - start.milliseconds), start.milliseconds + offset >= 0 else {
      return nil
    }
    self.init(
      kind: kind, trace: context.trace.description, span: context.span.description, parent: parent?.description,
      start: start.adding(milliseconds: offset), end: end.adding(milliseconds: offset))
  }
}
