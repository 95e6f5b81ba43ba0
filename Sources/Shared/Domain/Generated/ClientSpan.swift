// Made from wire/events.json: change that and run `make wire`.

/// What a client did for one message that is traced. Its ids are random; nothing says whose message
/// it was or what it says.
public struct ClientSpan: Hashable, Sendable, Codable {
  public let kind: ClientSpanKind
  /// 32 hexadecimal digits.
  public let trace: String
  /// 16 hexadecimal digits.
  public let span: String
  /// 16 hexadecimal digits; absent for `send`, with which a trace begins.
  public let parent: String?
  /// By the server's clock, as far as the client knows it.
  public let start: Timestamp
  public let end: Timestamp

  public init(
    kind: ClientSpanKind, trace: String, span: String, parent: String? = nil, start: Timestamp, end: Timestamp
  ) {
    self.kind = kind
    self.trace = trace
    self.span = span
    self.parent = parent
    self.start = start
    self.end = end
  }
}
