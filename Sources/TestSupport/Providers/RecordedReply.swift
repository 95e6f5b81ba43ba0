import AIProviders

/// What `RecordedModelServer` answers, to the byte.
package struct RecordedReply: Sendable {
  /// How the body's bytes leave.
  package enum Cut: Sendable {
    case whole
    /// One write a byte.
    case everyByte
  }

  /// What happens after the body's last byte.
  package enum Ending: Sendable {
    case complete
    /// The connection closes, though the body is not over.
    case cut
    /// Nothing more comes, and the connection stays open.
    case silence
  }

  package var status: Int
  package var headers: [(String, String)]
  package var body: [UInt8]
  package var cut: Cut
  package var ending: Ending
  /// Not even the head comes.
  package var isSilent = false

  package init(
    status: Int = 200, headers: [(String, String)] = [], body: [UInt8], cut: Cut = .whole, ending: Ending = .complete
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.cut = cut
    self.ending = ending
  }

  package static func json(_ value: JSONValue, status: Int = 200, headers: [(String, String)] = []) -> RecordedReply {
    RecordedReply(status: status, headers: [("content-type", "application/json")] + headers, body: value.bytes)
  }

  /// A stream of server-sent events, as text.
  package static func events(_ text: String, cut: Cut = .whole, ending: Ending = .complete) -> RecordedReply {
    RecordedReply(
      headers: [("content-type", "text/event-stream")], body: Array(text.utf8), cut: cut, ending: ending)
  }

  /// Takes the request and says nothing.
  package static var silence: RecordedReply {
    var reply = RecordedReply(body: [])
    reply.isSilent = true
    return reply
  }
}

/// A request as `RecordedModelServer` got it.
package struct RecordedRequest: Sendable {
  package let path: String
  /// Names in lower case.
  package let headers: [String: String]
  /// `null` when it was no JSON.
  package let body: JSONValue
}
