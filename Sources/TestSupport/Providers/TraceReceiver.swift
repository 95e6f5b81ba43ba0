import AIProviders

/// What takes traces by OTLP over HTTP, on loopback: it reads each request as the standard says,
/// and keeps the spans.
package final class TraceReceiver: Sendable {
  package struct Received: Hashable, Sendable {
    package let service: String
    package let version: String
    package let trace: String
    package let span: String
    package let parent: String?
    package let name: String
    package let kind: Int
    /// Nanoseconds since 1970.
    package let start: UInt64
    package let end: UInt64
    package let attributes: [String: String]
    package let status: Int
  }

  private let server: RecordedModelServer
  /// Its base address, without a path.
  package let endpoint: String

  /// Answers with `replies` in order, and with the last one for ever.
  package init(_ replies: [RecordedReply] = [.json([:])]) async throws {
    server = RecordedModelServer(replies)
    endpoint = String(try await server.start().dropLast("/v1".count))
  }

  package func stop() async throws { try await server.stop() }

  package var requests: [RecordedRequest] { server.requests }

  /// All that it was sent, whatever it has answered. Throws `UnreadableTraces` for what is no OTLP.
  package var spans: [Received] {
    get throws {
      try requests.flatMap { request in
        try Self.list(request.body, "resourceSpans").flatMap { resource in
          let of = try Self.attributes(try Self.member(resource, "resource"))
          return try Self.list(resource, "scopeSpans").flatMap { scope in
            try Self.list(scope, "spans").map { try Self.span($0, of) }
          }
        }
      }
    }
  }

  private static func span(_ span: JSONValue, _ resource: [String: String]) throws -> Received {
    guard let name = span.object?["name"]?.string, let kind = span.object?["kind"]?.integer, (1...5).contains(kind),
      let trace = span.object?["traceId"]?.string, isID(trace, digits: 32), let service = resource["service.name"],
      let id = span.object?["spanId"]?.string, isID(id, digits: 16), let version = resource["service.version"],
      let start = span.object?["startTimeUnixNano"]?.string.flatMap({ UInt64($0) }),
      let end = span.object?["endTimeUnixNano"]?.string.flatMap({ UInt64($0) }), start <= end,
      let status = span.object?["status"]?.object?["code"]?.integer
    else { throw UnreadableTraces() }
    let parent = span.object?["parentSpanId"]?.string
    if let parent, !isID(parent, digits: 16) { throw UnreadableTraces() }
    return Received(
      service: service, version: version, trace: trace, span: id, parent: parent, name: name, kind: kind, start: start,
      end: end, attributes: try attributes(span), status: status)
  }

  private static func attributes(_ owner: JSONValue) throws -> [String: String] {
    try Dictionary(
      list(owner, "attributes").map { attribute in
        guard let key = attribute.object?["key"]?.string, let value = attribute.object?["value"]?.object,
          let text = value["stringValue"]?.string ?? value["intValue"]?.string
        else { throw UnreadableTraces() }
        return (key, text)
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func list(_ owner: JSONValue, _ key: String) throws -> [JSONValue] {
    guard let list = owner.object?[key]?.array else { throw UnreadableTraces() }
    return list
  }

  private static func member(_ owner: JSONValue, _ key: String) throws -> JSONValue {
    guard let member = owner.object?[key] else { throw UnreadableTraces() }
    return member
  }

  private static func isID(_ text: String, digits: Int) -> Bool {
    text.utf8.count == digits && text.contains { $0 != "0" } && text.allSatisfy { $0.isHexDigit && !$0.isUppercase }
  }
}

/// A request that is no OTLP.
package struct UnreadableTraces: Error {
  package init() {}
}
