import Domain
import Testing
import WireProtocol

@Suite("What is not a frame is refused")
struct MalformedTests {
  private static let chat = Samples.chat.description
  private static let id = Samples.first.description

  @Test(
    "wrong grammar is malformed",
    arguments: [
      "", " ", "{", "}", "[]", "null", "true", "1", "\"send\"", "{}", "{\"type\"}", "{\"type\":}", "{\"type\":ping}",
      "{type:\"ping\"}", "{'type':'ping'}", "{\"type\":\"ping\",}", "{,\"type\":\"ping\"}", "{\"type\":\"ping\"}}",
      "{\"type\":\"ping\"}{}", "{\"type\":\"ping\"},", "{\"type\" \"ping\"}", "{\"type\":\"ping\" \"ref\":1}",
      "\u{FEFF}{\"type\":\"ping\"}", "{\"type\":\"ping\",\"x\":[1,]}", "{\"type\":\"ping\",\"x\":[,1]}",
      "{\"type\":\"ping\",\"x\":[1 2]}", "{\"type\":\"ping\",\"x\":[1}", "{\"type\":\"ping\",\"x\":nul}",
      "{\"type\":\"ping\",\"x\":truely}", "{\"type\":\"ping\",\"x\":NaN}", "{\"type\":\"ping\",\"x\":Infinity}",
      "{\"type\":\"ping\",\"x\":01}", "{\"type\":\"ping\",\"x\":-}", "{\"type\":\"ping\",\"x\":+1}",
      "{\"type\":\"ping\",\"x\":1.}", "{\"type\":\"ping\",\"x\":.5}", "{\"type\":\"ping\",\"x\":1e}",
      "{\"type\":\"ping\",\"x\":1e+}", "{\"type\":\"ping\",\"x\":0x10}", "{\"type\":\"ping\",\"x\":1_000}",
      "{\"type\":\"ping\"} // comment", "{\"type\":\"ping\",\"x\":\"a\nb\"}", "{\"type\":\"ping\",\"x\":\"\\x41\"}",
      "{\"type\":\"ping\",\"x\":\"\\u12\"}", "{\"type\":\"ping\",\"x\":\"\\u12G4\"}", "{\"type\":\"ping\",\"x\":\"\\",
      "{\"type\":\"ping\",\"x\":\"\\\"}",
    ])
  func grammar(_ text: String) {
    expect(.malformed, Array(text.utf8))
  }

  @Test("a moment that no calendar has is refused in a request, and the nearest one in a row")
  func moments() throws {
    let latest = Timestamp.calendar.upperBound
    for (number, nearest) in [
      ("9007199254740992", latest), ("\(Int64.max)", latest), ("253402300800000", latest),
      ("-1", Timestamp.calendar.lowerBound), ("\(Int64.min)", Timestamp.calendar.lowerBound),
    ] {
      let json = Array(#"{"kind":"action_item","text":"x","dueAt":\#(number)}"#.utf8)
      let refusal = #expect(throws: Refusal.self) { try MarkInsightRequest(request: json) }
      #expect(refusal?.code == .invalid && refusal?.detail.hasPrefix("dueAt is a moment from 1970") == true)
      #expect(try MarkInsightRequest(json: json).dueAt == nearest)
    }
    let last = Array(#"{"kind":"action_item","text":"x","dueAt":253402300799999}"#.utf8)
    #expect(try MarkInsightRequest(request: last).dueAt == latest)
  }

  @Test(
    "half a surrogate pair is malformed, in a value, in a skipped value and in a key",
    arguments: [
      #"\ud83d"#, #"\ude00"#, #"\ud83dx"#, #"\ud83d\ud83d"#, #"\ud83d\u0041"#, #"\ude00\ud83d"#, #"\uD83D\n"#,
      #"\ud83d\ude0"#,
    ])
  func surrogates(_ escape: String) {
    expect(
      .malformed,
      Array(#"{"type":"send","ref":1,"conversation":"\#(Self.chat)","id":"\#(Self.id)","text":"\#(escape)"}"#.utf8))
    expect(.malformed, Array(#"{"type":"ping","x":"\#(escape)"}"#.utf8))
    expect(.malformed, Array(#"{"type":"ping","\#(escape)":1}"#.utf8))
  }

  @Test(
    "invalid UTF-8 is malformed wherever it stands",
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
      [0xE4, 0xB8], [0xE4, 0x28, 0x96], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE],
    ] as [[UInt8]])
  func invalidUTF8(_ bytes: [UInt8]) {
    for padding in 0..<9 {
      let filler = [UInt8](repeating: UInt8(ascii: "a"), count: padding)
      expect(.malformed, Array(#"{"type":"ping","x":""#.utf8) + filler + bytes + filler + Array(#""}"#.utf8))
      expect(.malformed, Array(#"{"type":"ping",""#.utf8) + filler + bytes + Array(#"":1}"#.utf8))
    }
    expect(.malformed, Array(#"{"type":"ping"}"#.utf8) + bytes)
  }

  @Test("a raw control character in a string is malformed", arguments: UInt8(0)..<0x20)
  func controls(_ byte: UInt8) {
    for padding in 0..<9 {
      let filler = [UInt8](repeating: UInt8(ascii: "a"), count: padding)
      expect(.malformed, Array(#"{"type":"ping","x":""#.utf8) + filler + [byte] + filler + Array(#""}"#.utf8))
    }
  }

  @Test(
    "a wrong type is malformed",
    arguments: [
      #"{"type":1}"#, #"{"type":["ping"]}"#, #"{"type":"ping","ref":"1"}"#, #"{"type":"ping","ref":1.5}"#,
      #"{"type":"ping","ref":1e2}"#, #"{"type":"ping","ref":true}"#, #"{"type":"ping","ref":{}}"#,
      #"{"type":"typing","conversation":"\#(chat)","active":1}"#,
      #"{"type":"typing","conversation":"\#(chat)","active":"true"}"#,
      #"{"type":"typing","conversation":"me","active":true}"#, #"{"type":"typing","conversation":5,"active":true}"#,
      #"{"type":"presence","state":"offline"}"#, #"{"type":"presence","state":"busy"}"#,
      #"{"type":"presence","state":null}"#, #"{"type":"pull","feed":"you","fromRev":1}"#,
      #"{"type":"pull","feed":"","fromRev":1}"#, #"{"type":"hello","version":1,"token":"t","known":[]}"#,
      #"{"type":"hello","version":1,"token":"t","known":{"you":1}}"#,
      #"{"type":"hello","version":1,"token":"t","known":{"me":"1"}}"#, #"{"type":"hello","version":"1","token":"t"}"#,
      #"{"type":"send","ref":1,"conversation":"\#(chat)","id":"\#(id)","text":5}"#,
      #"{"type":"send","ref":1,"conversation":"\#(chat)","id":"\#(id)0","text":"a"}"#,
      #"{"type":"send","ref":1,"conversation":"\#(chat)","id":"","text":"a"}"#,
    ])
  func wrongTypes(_ text: String) {
    expect(.malformed, Array(text.utf8))
  }

  @Test(
    "a number beyond 64 bits is malformed, and one at the edge is not",
    arguments: [
      ("9223372036854775807", true), ("-9223372036854775808", true), ("9223372036854775808", false),
      ("-9223372036854775809", false), ("99999999999999999999999999", false), ("-00", false), ("00", false),
    ])
  func numbers(_ text: String, _ isValid: Bool) {
    let frame = Array(#"{"type":"ping","ref":\#(text)}"#.utf8)
    if isValid {
      #expect(throws: Never.self) { try ClientFrame.decode(frame) }
    } else {
      expect(.malformed, frame)
    }
  }

  @Test("a missing key is malformed, whichever it is", arguments: Fixture.all.filter { $0.name == "client-send" })
  func missingKeys(_ fixture: Fixture) {
    let text = String(decoding: fixture.frame, as: UTF8.self)
    for key in ["type", "ref", "conversation", "id", "text"] {
      expect(.malformed, Array(text.replacing("\"\(key)\":", with: "\"other\":").utf8))
    }
  }

  @Test("an unknown type is an unknown frame, unless the rest is malformed")
  func unknownType() {
    expect(.unknownFrame, Array(#"{"type":"reaction","ref":1}"#.utf8))
    expect(.malformed, Array(#"{"type":"reaction","ref":}"#.utf8))
    expect(.unknownFrame, Array(#"{"type":"welcome"}"#.utf8))
  }

  @Test("a hello of another version is read, a welcome of another version is refused")
  func versions() throws {
    let hello = Array(#"{"type":"hello","version":77,"token":"t"}"#.utf8)
    #expect(
      try ClientFrame.decode(hello) == .hello(version: 77, token: "t", client: nil, known: [:], more: false))
    let welcome =
      #"{"type":"welcome","version":2,"user":"\#(Samples.ada)","session":"\#(Samples.session)","serverTime":1}"#
    #expect { try ServerFrame.decode(Array(welcome.utf8)) } throws: { ($0 as? Refusal)?.code == .unsupportedVersion }
  }

  @Test("a frame that is cut at any byte is malformed", arguments: Fixture.all)
  func truncation(_ fixture: Fixture) {
    for count in 0..<fixture.frame.count {
      let part = Array(fixture.frame[..<count])
      #expect(fixture.direction == "client" ? clientCode(part) == .malformed : serverCode(part) == .malformed)
    }
  }

  @Test("nesting is bounded: a million brackets are refused at once")
  func depth() {
    let allowed = String(repeating: "[", count: 31) + String(repeating: "]", count: 31)
    #expect(throws: Never.self) { try ClientFrame.decode(Array(#"{"type":"ping","x":\#(allowed)}"#.utf8)) }
    expect(.malformed, Array(#"{"type":"ping","x":[\#(allowed)]}"#.utf8))
    expect(.malformed, Array(#"{"type":"ping","x":"#.utf8) + [UInt8](repeating: UInt8(ascii: "["), count: 1_000_000))
    expect(.malformed, Array(String(repeating: #"{"x":"#, count: 100_000).utf8))
  }

  @Test("the ref of a bad frame is found when it stands before the fault")
  func ref() {
    #expect(FrameInspection.ref(Array(#"{"type":"what","ref":7}"#.utf8)) == 7)
    #expect(FrameInspection.ref(Array(#"{"ref":-7,"type":"send","text":[1,2"#.utf8)) == -7)
    #expect(FrameInspection.ref(Array(#"{"type":"send","text":[1,2"#.utf8)) == nil)
    #expect(FrameInspection.ref(Array(#"{"type":"send","nested":{"ref":1}}"#.utf8)) == nil)
    #expect(FrameInspection.ref(Array(#"{"ref":"7"}"#.utf8)) == nil)
    #expect(FrameInspection.ref([]) == nil)
  }

  @Test("a body with a fault is malformed")
  func bodies() {
    for text in [
      "", "[]", "null", #"{"email":"a"}"#, #"{"email":1,"password":"p"}"#, #"{"email":"a","password":"p"}x"#,
    ] {
      #expect { try SignInRequest(json: Array(text.utf8)) } throws: { ($0 as? Refusal)?.code == .malformed }
    }
    let holes = #"{"users":["\#(Samples.ada)",null]}"#
    #expect { try AddMembersRequest(json: Array(holes.utf8)) } throws: { ($0 as? Refusal)?.code == .malformed }
  }

  @Test("a refusal never quotes what was sent")
  func discretion() {
    let secret = Array(#"{"type":"send","ref":1,"text":"tell nobody","id":"tell nobody"}"#.utf8)
    #expect { try ClientFrame.decode(secret) } throws: { error in
      guard let refusal = error as? Refusal else { return false }
      return !refusal.detail.contains("nobody")
    }
  }

  private func expect(_ code: ErrorCode, _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      clientCode(bytes) == code, "\(String(decoding: bytes.prefix(200), as: UTF8.self))", sourceLocation: sourceLocation
    )
  }

  private func clientCode(_ bytes: [UInt8]) -> ErrorCode? {
    do throws(Refusal) {
      _ = try ClientFrame.decode(bytes)
      return nil
    } catch {
      return error.code
    }
  }

  private func serverCode(_ bytes: [UInt8]) -> ErrorCode? {
    do throws(Refusal) {
      _ = try ServerFrame.decode(bytes)
      return nil
    } catch {
      return error.code
    }
  }
}
