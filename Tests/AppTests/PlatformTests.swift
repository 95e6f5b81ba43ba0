import Testing

/// The parts that stand on Apple's frameworks. Those are one for a process, here as there: one test
/// after the other.
@Suite("The device", .serialized, .timeLimit(.minutes(1)))
enum PlatformTests {}

/// Waits until something holds; records an issue after five seconds.
@MainActor
func soon(_ what: Comment, _ condition: @MainActor () async throws -> Bool) async rethrows {
  let clock = ContinuousClock()
  let end = clock.now.advanced(by: .seconds(5))
  while try await !condition() {
    guard clock.now < end else {
      Issue.record(what)
      return
    }
    await Task.yield()
  }
}
