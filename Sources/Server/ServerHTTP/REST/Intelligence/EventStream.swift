import Domain
import HTTPTypes
import HummingbirdCore
import NIOCore
import WireProtocol

/// Server-sent events: each value as one `data:` line of JSON; a failure as an `error` event with
/// problem details.
struct EventStream<Element: WireBody>: AsyncSequence, Sendable {
  let values: AsyncThrowingStream<Element, any Error>

  struct AsyncIterator: AsyncIteratorProtocol {
    var values: AsyncThrowingStream<Element, any Error>.AsyncIterator
    var isOver = false

    mutating func next() async throws -> ByteBuffer? {
      guard !isOver else { return nil }
      do {
        guard let value = try await values.next() else { return nil }
        return ByteBuffer(bytes: Array("data: ".utf8) + value.json() + Array("\n\n".utf8))
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
  /// Each value stands for all before it, so a slow reader gets the newest only.
  static func events<Element: WireBody>(
    _ values: AsyncThrowingStream<Element, any Error>
  ) -> RestResponse {
    var response = RestResponse(contentType: "text/event-stream")
    response.stream = ResponseBody(asyncSequence: EventStream(values: values.keepingNewest()))
    return response
  }
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// The same values for a reader who may be slower than their source: what has not been read when
  /// a newer one comes is left out, so nothing piles up. The last one and the failure always come.
  package func keepingNewest() -> AsyncThrowingStream<Element, any Error> {
    let (newest, continuation) = AsyncThrowingStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    let relay = Task {
      do {
        for try await value in self { continuation.yield(value) }
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in relay.cancel() }
    return newest
  }
}
