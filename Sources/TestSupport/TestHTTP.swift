import AsyncHTTPClient
import NIOCore

/// Requests to a test's server, byte for byte as given.
package struct TestHTTP: Sendable {
  package struct Answer: Sendable {
    package let status: Int
    package let headers: [(String, String)]
    package let body: [UInt8]

    package init(status: Int, headers: [(String, String)], body: [UInt8]) {
      self.status = status
      self.headers = headers
      self.body = body
    }

    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The first value of a header.
    package func header(_ name: String) -> String? {
      headers.first { $0.0.lowercased() == name.lowercased() }?.1
    }
  }

  /// Gives bodies as they came, also compressed ones.
  private static let client = HTTPClient(
    eventLoopGroupProvider: .singleton,
    configuration: HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(patience.components.seconds)),
      decompression: .disabled))

  package let port: Int

  package init(port: Int) {
    self.port = port
  }

  /// `type` `nil` sends no `Content-Type`.
  package func send(
    _ method: String, _ path: String, token: String? = nil, body: [UInt8]? = nil,
    type: String? = "application/json", headers: [(String, String)] = []
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
    request.method = .RAW(value: method)
    if let token { request.headers.add(name: "Authorization", value: "Bearer \(token)") }
    if let body {
      if let type { request.headers.add(name: "Content-Type", value: type) }
      request.body = .bytes(ByteBuffer(bytes: body))
    }
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    let response = try await Self.client.execute(request, timeout: .seconds(patience.components.seconds))
    let buffer = try await response.body.collect(upTo: 32 << 20)
    let answer = Answer(
      status: Int(response.status.code), headers: response.headers.map { ($0.name, $0.value) },
      body: Array(buffer.readableBytesView))
    AnswerLog.current?.add(method, path, answer)
    return answer
  }
}
