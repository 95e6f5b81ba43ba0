import Domain
import Testing

@Suite("The context of a trace")
struct TraceContextTests {
  private static let text = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  @Test("is read and written as W3C Trace Context says")
  func roundTrip() throws {
    let context = try #require(TraceContext(Self.text))
    #expect(context.trace.description == "4bf92f3577b34da6a3ce929d0e0e4736" && context.isSampled)
    #expect(context.span.description == "00f067aa0ba902b7" && context.description == Self.text)
    let other = try #require(SpanID("00000000000000ab"))
    #expect(context.with(other).description == "00-4bf92f3577b34da6a3ce929d0e0e4736-00000000000000ab-01")
    #expect(TraceContext(Self.text.dropLast(2) + "00")?.isSampled == false)
    #expect(TraceContext(Self.text.dropLast(2) + "03")?.isSampled == true, "of the flags one is known")
  }

  @Test("of a later version is read as far as it is known")
  func later() {
    let later = "cc" + Self.text.dropFirst(2)
    #expect(TraceContext(later) != nil && TraceContext(later + "-what-the-future-brings") != nil)
    #expect(TraceContext(later + "x") == nil)
  }

  @Test(
    "is none where anything of it cannot be",
    arguments: [
      "", "00", "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
      "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-010",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-x",
      "00_4bf92f3577b34da6a3ce929d0e0e4736_00f067aa0ba902b7_01",
      "0x-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e473é-00f067aa0ba902b7-01",
    ])
  func bad(text: String) { #expect(TraceContext(text) == nil) }

  @Test("ids are of their length and not all zero")
  func ids() {
    #expect(TraceID(high: 0, low: 0) == nil && TraceID(high: 0, low: 1)?.description.count == 32)
    #expect(SpanID(0) == nil && SpanID(1)?.description == "0000000000000001")
    #expect(TraceID("1") == nil && SpanID("00f067aa0ba902b") == nil)
  }
}
