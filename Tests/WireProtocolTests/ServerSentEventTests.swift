import Testing
import WireProtocol

@Suite("Server-sent events")
struct ServerSentEventTests {
  private static let stream =
    "\u{FEFF}: hello\nevent: start\ndata: {\"a\":1}\n\ndata:no space\r\ndata: second ä\r\n\r\n:ping\rdata: third\r\rid: 7\nretry: 5\n\ndata\n\ndata: last\n\n"

  private static let events = [
    ServerSentEvent(name: "start", data: "{\"a\":1}"), ServerSentEvent(data: "no space\nsecond ä"),
    ServerSentEvent(data: "third"), ServerSentEvent(data: ""), ServerSentEvent(data: "last"),
  ]

  @Test("are the same wherever the bytes are cut")
  func everyCut() throws {
    let bytes = Array(Self.stream.utf8)
    for cut in 0...bytes.count {
      var parser = ServerSentEventParser(maximumBytes: 4 << 20)
      let events = try parser.append(bytes[..<cut]) + parser.append(bytes[cut...])
      #expect(events == Self.events)
      #expect(parser.finish() == nil)
    }
  }

  @Test("are the same a byte at a time")
  func bytewise() throws {
    var parser = ServerSentEventParser(maximumBytes: 4 << 20)
    var events: [ServerSentEvent] = []
    for byte in Self.stream.utf8 { events += try parser.append([byte]) }
    #expect(events == Self.events)
  }

  @Test("the last one may lack its empty line", arguments: ["data: x", "data: x\n", "data: x\r\n"])
  func unfinished(text: String) throws {
    var parser = ServerSentEventParser(maximumBytes: 4 << 20)
    #expect(try parser.append(text.utf8).isEmpty)
    #expect(parser.finish() == ServerSentEvent(data: "x"))
    #expect(parser.finish() == nil)
  }

  @Test("one that never ends is given up")
  func endless() {
    #expect(throws: ServerSentEventParser.Overflow.self) {
      var parser = ServerSentEventParser(maximumBytes: 4 << 20)
      let piece = [UInt8](repeating: 65, count: 1 << 20)
      for _ in 0..<5 { _ = try parser.append(piece) }
    }
    #expect(throws: ServerSentEventParser.Overflow.self) {
      var parser = ServerSentEventParser(maximumBytes: 4 << 20)
      let line = Array(("data: " + String(repeating: "x", count: 1 << 20) + "\n").utf8)
      for _ in 0..<5 { _ = try parser.append(line) }
    }
  }
}
