import Domain
import Testing

@Suite("Identifiers")
struct IdentifierTests {
  @Test("text and bytes come back as they went")
  func roundTrip() throws {
    let text = "0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f506"
    let id = try #require(UserID(text))
    #expect(id.description == text)
    #expect(id.bytes.withUnsafeBytes { UserID(bytes: $0) } == id)
    #expect(UserID(text.uppercased()) == id)
  }

  @Test(
    "anything but a UUID is refused",
    arguments: [
      "", "me", "0192f3a4b5c67d8e9fa0b1c2d3e4f506", "0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f50",
      "0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f50g", "0192f3a4-b5c6-7d8e-9fa0-b1c2d3e4f5066",
    ])
  func refuses(text: String) {
    #expect(UserID(text) == nil)
  }

  @Test("new ids are version 7 and rise, even when the clock stands still or goes back")
  func rising() {
    let clock = SteppingClock([1_000, 1_000, 1_000, 900, 1_001])
    let source = RandomIdentifierSource(clock: clock)
    let ids = (0..<5_000).map { _ -> MessageID in source.next() }
    for (earlier, later) in zip(ids, ids.dropFirst()) {
      #expect(earlier < later)
    }
    #expect(ids.allSatisfy { $0.high >> 12 & 0xF == 7 && $0.low >> 62 == 2 })
    #expect(Set(ids).count == ids.count)
  }
}

/// Gives each time once, then stays at the last.
private final class SteppingClock: WallClock, @unchecked Sendable {
  private var times: [Int64]

  init(_ times: [Int64]) {
    self.times = times
  }

  var now: Timestamp {
    Timestamp(milliseconds: times.count > 1 ? times.removeFirst() : times[0])
  }
}
