import Domain
import Foundation
import ServerCore

/// Keeps the spans that it is given, or fails as it is told.
final class RecordingExporter: SpanExporter, @unchecked Sendable {
  private let lock = NSLock()
  private var taken: [Span] = []
  private var answers: [Result<Int, SpanExportFailure>] = []
  private var calls = 0

  /// All that has come, failed or not.
  var spans: [Span] { lock.withLock { taken } }
  var count: Int { lock.withLock { calls } }

  /// What the next calls answer; then all is taken.
  func answer(_ answers: Result<Int, SpanExportFailure>...) { lock.withLock { self.answers = answers } }

  func export(_ spans: [Span]) async throws(SpanExportFailure) -> Int {
    let answer: Result<Int, SpanExportFailure> = lock.withLock {
      taken += spans
      calls += 1
      return answers.isEmpty ? .success(0) : answers.removeFirst()
    }
    return try answer.get()
  }
}

/// What was told, in order.
final class Told: @unchecked Sendable {
  private let lock = NSLock()
  private var sentences: [String] = []

  var all: [String] { lock.withLock { sentences } }

  func add(_ sentence: String) { lock.withLock { sentences.append(sentence) } }
}

/// Bytes that count up: no two ids are the same.
final class CountingRandomness: @unchecked Sendable {
  private let lock = NSLock()
  private var last: UInt64

  init(from first: UInt64 = 0) { last = first }

  func bytes(_ count: Int) -> [UInt8] {
    let number = lock.withLock {
      last += 1
      return last
    }
    return (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64(count - 1 - $0))) }
  }
}
