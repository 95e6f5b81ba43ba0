import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import ServerCore

/// Sends spans by OTLP over HTTP, as JSON. Redirects are not followed: what is in the headers goes
/// where the operator has said, and nowhere else.
package struct OTLPExporter: SpanExporter {
  /// Bytes of an answer that are read.
  private static let largestAnswer = 64 << 10
  /// Statuses after which OTLP lets a client try again.
  private static let passing: Set<UInt> = [408, 429, 502, 503, 504]

  private let settings: OTLPSettings
  private let client: HTTPClient
  private let limit: Duration

  /// - Parameter limit: The time for a whole answer, from the first attempt to connect.
  package init(_ settings: OTLPSettings, limit: Duration = .seconds(10)) {
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: TimeAmount(min(limit, .seconds(5)))),
      decompression: .disabled)
    configuration.connectionPool.retryConnectionEstablishment = false
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    self.settings = settings
    self.limit = limit
  }

  package func shutdown() async throws { try await client.shutdown() }

  package func export(_ spans: [Span]) async throws(SpanExportFailure) -> Int {
    var request = HTTPClientRequest(url: settings.address)
    request.method = .POST
    request.headers.add(name: "content-type", value: "application/json")
    for header in settings.headers { request.headers.replaceOrAdd(name: header.name, value: header.value) }
    let answer: Answer
    do {
      request.body = .bytes(ByteBuffer(bytes: try JSONEncoder().encode(OTLPTraces(spans))))
      answer = try await self.answer(to: request)
    } catch {
      throw SpanExportFailure(reason: Self.reason(error), isRetryable: true)
    }
    guard (200..<300).contains(answer.status) else {
      throw SpanExportFailure(
        reason: "The receiver of traces answers with status \(answer.status).",
        isRetryable: Self.passing.contains(answer.status), retryAfter: answer.retryAfter)
    }
    return Self.rejected(answer.body)
  }

  private struct Answer: Sendable {
    let status: UInt
    let retryAfter: Int64?
    let body: Data
  }

  /// The client's own deadline ends with the head of an answer, which may be followed by a body
  /// that never ends.
  private func answer(to request: HTTPClientRequest) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer?.self) { [client, limit] group in
      group.addTask {
        let response = try await client.execute(request, deadline: .distantFuture)
        let body = try await response.body.collect(upTo: Self.largestAnswer)
        return Answer(
          status: response.status.code, retryAfter: response.headers.first(name: "retry-after").flatMap { Int64($0) },
          body: Data(body.readableBytesView))
      }
      group.addTask {
        try await Task.sleep(for: limit)
        return nil
      }
      defer { group.cancelAll() }
      guard let answer = try await group.next() ?? nil else { throw HTTPClientError.deadlineExceeded }
      return answer
    }
  }

  private struct PartialSuccess: Decodable {
    struct Rejection: Decodable {
      let rejectedSpans: Count?
    }

    let partialSuccess: Rejection?
  }

  /// 64-bit numbers are text in the JSON of protocol buffers; some write numbers.
  private struct Count: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let number = try? container.decode(Int.self) {
        value = number
      } else {
        value = Int(try container.decode(String.self)) ?? 0
      }
    }
  }

  /// An answer that cannot be read has taken all, as its status says.
  private static func rejected(_ body: Data) -> Int {
    guard let answer = try? JSONDecoder().decode(PartialSuccess.self, from: body) else { return 0 }
    return max(0, answer.partialSuccess?.rejectedSpans?.value ?? 0)
  }

  /// Errors of libraries may have the whole address in their text: only known ones are named.
  private static func reason(_ error: any Error) -> String {
    guard let error = error as? HTTPClientError else {
      return error is NIOTooManyBytesError
        ? "The answer of the receiver of traces is too long."
        : "No connection to the receiver of traces could be made, or it broke."
    }
    switch error {
    case .deadlineExceeded, .readTimeout, .connectTimeout, .tlsHandshakeTimeout:
      return "The receiver of traces did not answer in time."
    default: return "Traces could not be sent: \(error.shortDescription)."
    }
  }
}
