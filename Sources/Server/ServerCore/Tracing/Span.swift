import Domain

/// A piece of work that is part of a trace. It has no content, no name and no address, and no id of
/// a person, a conversation or a message.
package struct Span: Hashable, Sendable {
  /// What it is to the spans around it, with the numbers of OTLP.
  package enum Kind: Int, Sendable {
    case `internal` = 1
    case server = 2
    case client = 3
    case producer = 4
    case consumer = 5
  }

  package enum Value: Hashable, Sendable {
    case text(String)
    case integer(Int64)
  }

  package struct Attribute: Hashable, Sendable {
    package let name: String
    package let value: Value

    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// Which program has done it.
  package struct Source: Hashable, Sendable {
    package let name: String
    package let version: String

    package static let server = Source(name: "messageai", version: ProductVersion.current)
  }

  package var source = Source.server
  package let name: String
  package let kind: Kind
  /// Of the span itself.
  package let context: TraceContext
  package let parent: SpanID?
  /// Nanoseconds since 1970.
  package let start: UInt64
  package let end: UInt64
  package var attributes: [Attribute] = []
  package var hasFailed = false

  package init(
    source: Source = .server, name: String, kind: Kind, context: TraceContext, parent: SpanID?, start: UInt64,
    end: UInt64, attributes: [Attribute] = [], hasFailed: Bool = false
  ) {
    self.source = source
    self.name = name
    self.kind = kind
    self.context = context
    self.parent = parent
    self.start = start
    self.end = end
    self.attributes = attributes
    self.hasFailed = hasFailed
  }
}

/// How many of all messages and requests are traced.
package struct TraceShare: Hashable, Sendable {
  package let millionths: Int64

  /// One in a hundred.
  package static let standard = TraceShare(millionths: 10_000)

  private init(millionths: Int64) { self.millionths = millionths }

  /// `nil` unless `share` is from 0 to 1.
  package init?(_ share: Double) {
    guard (0...1).contains(share) else { return nil }
    self.init(millionths: Int64((share * 1_000_000).rounded()))
  }
}

/// What the server does about one traced command: each step has its id before it begins, so that
/// what follows can name it. A class, for commands are no larger for the few that have one.
package final class CommitTrace: Sendable {
  /// The sender's span, for a frame; `nil` for what a request over HTTP does, which has a span
  /// itself.
  let sender: SpanID?
  /// Of the frame or of the request.
  let accepted: TraceContext
  let commit: SpanID
  /// Of which the receivers' spans are part.
  package let fanOut: TraceContext
  /// When the command came, in nanoseconds that never fall.
  let arrived: UInt64

  init(sender: SpanID?, accepted: TraceContext, commit: SpanID, fanOut: TraceContext, arrived: UInt64) {
    self.sender = sender
    self.accepted = accepted
    self.commit = commit
    self.fanOut = fanOut
    self.arrived = arrived
  }
}

/// A request over HTTP that is traced.
package struct RequestTrace: Sendable {
  /// That of the task, for what is committed in it.
  @TaskLocal package static var current: RequestTrace?

  /// Of the request's own span.
  package let context: TraceContext
  let parent: SpanID?
}
