import Domain
import ServerCore
import Testing
import WireProtocol

@Suite("Bad frames")
struct BadFrameTests {
  static let frames: [(text: String, code: ErrorCode, ref: Int64?)] = [
    ("", .malformed, nil),
    ("no", .malformed, nil),
    ("[]", .malformed, nil),
    ("{}", .malformed, nil),
    (#"{"type":1}"#, .malformed, nil),
    (#"{"type":"ping""#, .malformed, nil),
    (#"{"type":"ping"} x"#, .malformed, nil),
    (#"{"type":"send","ref":7}"#, .malformed, 7),
    (#"{"type":"send","ref":"7"}"#, .malformed, nil),
    (#"{"type":"typing","conversation":"not-an-id","active":true}"#, .malformed, nil),
    (#"{"type":"presence","state":"busy"}"#, .malformed, nil),
    (#"{"type":"presence","state":"offline"}"#, .malformed, nil),
    (#"{"type":"read","conversation":null,"seq":1}"#, .malformed, nil),
    (#"{"type":"shout","ref":9}"#, .unknownFrame, 9),
    (#"{"type":"Ping"}"#, .unknownFrame, nil),
  ]

  @Test("are answered with an error that has the ref, then the socket closes with 4400", arguments: frames)
  func closes(text: String, code: ErrorCode, ref: Int64?) throws {
    let fixture = try ServerFixture()
    let peer = try fixture.socket(of: fixture.user("ada"))
    peer.send(raw: Array(text.utf8))
    guard case .error(let answered, let refusal)? = try peer.take().first else {
      Issue.record("no error")
      return
    }
    #expect(refusal.code == code)
    #expect(answered == ref)
    #expect(peer.sink.closeCode == .badFrame)
    #expect(fixture.context.sockets.socketCount == 0)
  }

  @Test("so is invalid UTF-8, inside and outside of strings")
  func invalidUTF8() throws {
    let fixture = try ServerFixture()
    let ada = fixture.user("ada")
    for bytes in [
      Array(#"{"type":"ping","note":"\#u{7F}"#.utf8) + [0xC3, 0x28] + Array(#""}"#.utf8),
      [0xFF, 0xFE], Array(#"{"type":"ping","x":""#.utf8) + [0xED, 0xA0, 0x80] + Array(#""}"#.utf8),
    ] {
      let peer = try fixture.socket(of: ada)
      peer.send(raw: bytes)
      #expect(try peer.take().map { $0.refusal?.code } == [.malformed])
      #expect(peer.sink.closeCode == .badFrame)
    }
  }

  @Test("after the close nothing more is performed")
  func closed() throws {
    let fixture = try ServerFixture()
    let ada = fixture.user("ada")
    let room = fixture.group(ada, fixture.user("bob"))
    let peer = try fixture.socket(of: ada)
    peer.send(raw: Array("{".utf8))
    peer.post("late", in: room, ref: 1, id: fixture.id())
    #expect(fixture.store.queueDepth == 0)
  }
}
