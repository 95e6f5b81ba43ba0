import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1
import WireProtocol

/// Speaks REST to the server. Throws `Refusal` for what the server refuses and `ClientError` for everything else.
struct RESTClient: Sendable {
  static let timeout = TimeAmount.seconds(15)
  /// Of an answer that is written while it is read.
  private static let streamTimeout = TimeAmount.seconds(180)
  private static let maximumAnswerBytes = 16 << 20

  let server: URL
  let http: HTTPClient

  /// `path` is below the server's address, query included.
  func call(_ method: HTTPMethod, _ path: String, body: [UInt8]? = nil, token: String? = nil) async throws -> [UInt8] {
    var request = HTTPClientRequest(url: address(path))
    request.method = method
    if let token { request.headers.add(name: "authorization", value: "Bearer \(token)") }
    if let body {
      request.headers.add(name: "content-type", value: "application/json")
      request.body = .bytes(body)
    }
    let (status, bytes) = try await execute(request)
    guard (200..<300).contains(Int(status.code)) else { throw Self.refusal(status, bytes) }
    return bytes
  }

  /// The session's next tokens. Throws `unauthenticated` or `sessionRevoked` when the session has ended.
  func refresh(_ refreshToken: String) async throws -> SessionResponse {
    let body = RefreshRequest(refreshToken: refreshToken)
    return try SessionResponse(json: try await call(.POST, "/v1/sessions/refresh", body: body.json()))
  }

  private func execute(_ request: HTTPClientRequest) async throws -> (HTTPResponseStatus, [UInt8]) {
    do {
      let response = try await http.execute(request, timeout: Self.timeout)
      var body = try await response.body.collect(upTo: Self.maximumAnswerBytes)
      return (response.status, body.readBytes(length: body.readableBytes) ?? [])
    } catch is CancellationError {
      throw CancellationError()
    } catch {
      throw ClientError.offline
    }
  }

  /// The data of each server-sent event, as it comes. A refusal in mid-stream is thrown like one before it.
  func events(
    _ method: HTTPMethod, _ path: String, body: [UInt8], token: String
  ) async throws -> AsyncThrowingStream<[UInt8], any Error> {
    var request = HTTPClientRequest(url: address(path))
    request.method = method
    request.headers.add(name: "authorization", value: "Bearer \(token)")
    request.headers.add(name: "content-type", value: "application/json")
    request.body = .bytes(body)
    let response: HTTPClientResponse
    do {
      response = try await http.execute(request, timeout: Self.streamTimeout)
    } catch {
      throw ClientError.offline
    }
    guard response.status.code == 200 else {
      var bytes = try await response.body.collect(upTo: Self.maximumAnswerBytes)
      throw Self.refusal(response.status, bytes.readBytes(length: bytes.readableBytes) ?? [])
    }
    return Self.events(of: response.body)
  }

  private static func events(of body: HTTPClientResponse.Body) -> AsyncThrowingStream<[UInt8], any Error> {
    let (stream, continuation) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
    let task = Task {
      var lines = EventLines()
      do {
        for try await chunk in body {
          for event in try lines.append(chunk.readableBytesView) { continuation.yield(event) }
        }
        continuation.finish()
      } catch let error as HTTPClientError {
        continuation.finish(throwing: error == .cancelled ? CancellationError() : ClientError.offline)
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  private func address(_ path: String) -> String {
    let base = server.absoluteString
    return (base.hasSuffix("/") ? String(base.dropLast()) : base) + path
  }

  private static func refusal(_ status: HTTPResponseStatus, _ bytes: [UInt8]) -> any Error {
    do throws(Refusal) {
      return try ProblemBody(json: bytes).refusal
    } catch {
      // A proxy answered, not our server.
      return status.code >= 500 ? ClientError.offline : ClientError.unreadableAnswer
    }
  }
}

/// Percent-encodes a query value.
func queryValue(_ text: String) -> String {
  var allowed = CharacterSet.alphanumerics
  allowed.insert(charactersIn: "-._~")
  return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? ""
}
