import Domain
import Foundation
import HTTPTypes
import HummingbirdCore
import NIOCore

/// Server-sent events: each value as one `data:` line of JSON; a failure as an `error` event with problem details.
struct EventStream<Element: Encodable & Sendable>: AsyncSequence, Sendable {
  let values: AsyncThrowingStream<Element, any Error>

  struct AsyncIterator: AsyncIteratorProtocol {
    var values: AsyncThrowingStream<Element, any Error>.AsyncIterator
    var isOver = false

    mutating func next() async throws -> ByteBuffer? {
      guard !isOver else { return nil }
      do {
        guard let value = try await values.next() else { return nil }
        return ByteBuffer(bytes: Array("data: ".utf8) + [UInt8](try JSONEncoder().encode(value)) + Array("\n\n".utf8))
      } catch {
        isOver = true
        let refusal = error as? Refusal ?? Refusal(.internal, "Something went wrong on the server.")
        return ByteBuffer(
          bytes: Array("event: error\ndata: ".utf8) + RestResponse.problem(refusal).body + Array("\n\n".utf8))
      }
    }
  }

  func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(values: values.makeAsyncIterator())
  }
}

extension RestResponse {
  static func events(_ values: AsyncThrowingStream<some Encodable & Sendable, any Error>) -> RestResponse {
    var response = RestResponse(contentType: "text/event-stream")
    response.stream = ResponseBody(asyncSequence: EventStream(values: values))
    return response
  }
}
