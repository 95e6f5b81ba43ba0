import Testing

/// The parts that stand on Apple's frameworks. Those are one for a process, here as there: one test
/// after the other.
@Suite("The device", .serialized, .timeLimit(.minutes(5)))
enum PlatformTests {}

/// Waits until something holds; records an issue when it does not within a minute.
@MainActor
func soon(_ what: Comment, _ condition: @MainActor () async throws -> Bool) async rethrows {
  let clock = ContinuousClock()
  let end = clock.now.advanced(by: .seconds(60))
  while try await !condition() {
    guard clock.now < end else {
      Issue.record(what)
      return
    }
    await Task.yield()
  }
}
