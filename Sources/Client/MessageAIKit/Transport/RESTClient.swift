import Domain
import Foundation
import WireProtocol

/// Speaks REST to the server. Throws `Refusal` for what the server refuses and `ClientError` for
/// everything else.
struct RESTClient: Sendable {
  static let timeout = 15.0
  /// Of an answer that is written while it is read.
  private static let streamTimeout = 180.0
  /// Also of an event.
  private static let maximumAnswerBytes = 16 << 20

  let server: URL
  let http: any HTTPExchange

  /// `path` is below the server's address, query included.
  func call(_ method: HTTPVerb, _ path: String, body: [UInt8]? = nil, token: String? = nil) async throws -> [UInt8] {
    let (status, bytes) = try await execute(request(method, path, body: body, token: token, timeout: Self.timeout))
    guard (200..<300).contains(status) else { throw Self.refusal(status, bytes) }
    return bytes
  }

  private func request(
    _ method: HTTPVerb, _ path: String, body: [UInt8]?, token: String?, timeout: Double
  ) -> HTTPExchangeRequest {
    var request = HTTPExchangeRequest(method, url: address(path), timeout: timeout)
    if let token { request.headers["authorization"] = "Bearer \(token)" }
    if let body {
      request.headers["content-type"] = "application/json"
      request.body = body
    }
    return request
  }

  /// The session's next tokens. Throws `unauthenticated` or `sessionRevoked` when the session has
  /// ended.
  func refresh(_ refreshToken: String) async throws -> SessionResponse {
    let body = RefreshRequest(refreshToken: refreshToken)
    return try SessionResponse(json: try await call(.post, "/v1/sessions/refresh", body: body.json()))
  }

  /// A request whose head matters, answered by whatever the server says.
  func exchange(_ request: RESTRequest, token: String) async throws -> RESTAnswer {
    var outgoing = HTTPExchangeRequest(request.method, url: address(request.path), timeout: request.timeout)
    outgoing.headers = request.headers
    outgoing.headers["authorization"] = "Bearer \(token)"
    outgoing.body = request.body
    let answer = try await http.open(outgoing)
    return RESTAnswer(
      status: answer.status, headers: answer.headers, body: try await Self.collect(answer.body))
  }

  /// The bytes of a file as they come.
  func download(
    _ method: HTTPVerb = .get, _ path: String, body: [UInt8]? = nil, token: String, timeout: Double
  ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
    let answer = try await http.open(request(method, path, body: body, token: token, timeout: timeout))
    guard answer.status == 200 else { throw Self.refusal(answer.status, try await Self.collect(answer.body)) }
    return answer.body
  }

  private func execute(_ request: HTTPExchangeRequest) async throws -> (status: Int, body: [UInt8]) {
    let answer = try await http.open(request)
    return (answer.status, try await Self.collect(answer.body))
  }

  private static func collect(_ body: AsyncThrowingStream<[UInt8], any Error>) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await chunk in body {
      bytes += chunk
      guard bytes.count <= maximumAnswerBytes else { throw ClientError.offline }
    }
    try Task.checkCancellation()
    return bytes
  }

  /// The data of each server-sent event, as it comes. A refusal in mid-stream is thrown like one
  /// before it.
  func events(
    _ method: HTTPVerb, _ path: String, body: [UInt8], token: String
  ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
    let answer = try await http.open(
      request(method, path, body: body, token: token, timeout: Self.streamTimeout))
    guard answer.status == 200 else { throw Self.refusal(answer.status, try await Self.collect(answer.body)) }
    return Self.events(of: answer.body)
  }

  private static func events(
    of body: AsyncThrowingStream<[UInt8], any Error>
  ) -> AsyncThrowingStream<[UInt8], any Error> {
    let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    let task = Task {
      var parser = ServerSentEventParser(maximumBytes: maximumAnswerBytes)
      do {
        for try await chunk in body {
          for event in try parser.append(chunk) { continuation.yield(try data(of: event)) }
        }
        continuation.finish()
      } catch is ServerSentEventParser.Overflow {
        continuation.finish(throwing: ClientError.unreadableAnswer)
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private static func data(of event: ServerSentEvent) throws(Refusal) -> [UInt8] {
    let data = Array(event.data.utf8)
    if event.name == "error" { throw try ProblemBody(json: data).refusal }
    return data
  }

  func address(_ path: String) -> String {
    let base = server.absoluteString
    return (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
  }

  static func refusal(_ status: Int, _ bytes: [UInt8]) -> any Error {
    do throws(Refusal) {
      return try ProblemBody(json: bytes).refusal
    } catch {
      // A proxy answered, not our server.
      return status >= 500 ? ClientError.offline : ClientError.unreadableAnswer
    }
  }
}

/// A request that says more than its body.
struct RESTRequest: Sendable {
  var method: HTTPVerb
  var path: String
  var headers: [String: String] = [:]
  var body: [UInt8]?
  var timeout = RESTClient.timeout
}

/// An answer with its head.
struct RESTAnswer: Sendable {
  let status: Int
  let headers: [String: String]
  let body: [UInt8]
}

/// Percent-encodes a query value.
func queryValue(_ text: String) -> String {
  var allowed = CharacterSet.alphanumerics
  allowed.insert(charactersIn: "-._~")
  return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
}
