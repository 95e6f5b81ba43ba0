import Domain
import TestSupport
import Testing
import WireProtocol

@Suite("Bad input over sockets")
struct SocketBadInputTests {
  struct Input: Sendable, CustomStringConvertible {
    let description: String
    let code: ErrorCode?
    let close: UInt16
    /// WebSocket opcode and payload.
    let frame: @Sendable (TestWorkspace) -> (UInt8, [UInt8])

    init(
      _ description: String, _ code: ErrorCode?, _ close: UInt16, opcode: UInt8 = 1,
      _ payload: @escaping @Sendable (TestWorkspace) -> [UInt8]
    ) {
      self.description = description
      self.code = code
      self.close = close
      frame = { (opcode, payload($0)) }
    }

    init(_ description: String, _ code: ErrorCode?, _ close: UInt16, _ text: String) {
      self.init(description, code, close) { _ in json(text) }
    }
  }

  static let closing = [
    Input("nothing", .malformed, 4400, ""),
    Input("broken JSON", .malformed, 4400, #"{"type":"ping""#),
    Input("an array", .malformed, 4400, "[1]"),
    Input("no type", .malformed, 4400, #"{"ref":1}"#),
    Input("an unknown type", .unknownFrame, 4400, #"{"type":"teleport","ref":7}"#),
    Input("wrong types", .malformed, 4400, #"{"type":"delete","ref":7,"conversation":1,"id":2}"#),
    Input("a missing key", .malformed, 4400, #"{"type":"read","conversation":null,"seq":1}"#),
    Input("a seq that is no number", .malformed, 4400, #"{"type":"ping","ref":1.5}"#),
    Input("invalid UTF-8", .malformed, 4400) { _ in json(#"{"type":"ping","x":""#) + [0xC3, 0x28] + json(#""}"#) },
    Input("deep nesting", .malformed, 4400) { _ in
      json(#"{"type":"ping","x":"#) + [UInt8](repeating: UInt8(ascii: "["), count: 60_000)
    },
    Input("a byte over the limit", .tooLarge, 1009) { _ in
      json(#"{"type":"ping"}"#) + [UInt8](repeating: UInt8(ascii: " "), count: Limits.maximumFrameBytes - 14)
    },
    Input("10 MB of text", .tooLarge, 1009) {
      json(#"{"type":"send","ref":1,"conversation":"\#($0.group)","id":"\#($0.group)","text":""#)
        + [UInt8](repeating: UInt8(ascii: "x"), count: 10 << 20) + json(#""}"#)
    },
    Input("a binary frame", .malformed, 4400, opcode: 2) { _ in json(#"{"type":"ping"}"#) },
  ]

  @Test("is answered with its error and closed with its code, and the server goes on", arguments: closing)
  func closes(_ input: Input) async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await workspace.ada.socket()
      let (opcode, payload) = input.frame(workspace)
      try await socket.sendFrame(opcode: opcode, payload)
      #expect(try await socket.error().refusal.code == input.code)
      #expect(try await socket.closeCode() == input.close)
      try await workspace.expectStillServing()
    }
  }

  static let hellos: [(String, ErrorCode, UInt16)] = [
    (#"{"type":"hello","version":2,"token":"TOKEN","known":{}}"#, .unsupportedVersion, 4426),
    (#"{"type":"hello","version":0,"token":"TOKEN","known":{}}"#, .unsupportedVersion, 4426),
    (#"{"type":"hello","version":1,"token":"","known":{}}"#, .unauthenticated, 4401),
    (#"{"type":"hello","version":1,"token":"a.b.c","known":{}}"#, .unauthenticated, 4401),
    (#"{"type":"hello","version":1,"token":"TOKENx","known":{}}"#, .unauthenticated, 4401),
    (#"{"type":"hello","version":1,"known":{}}"#, .malformed, 4400),
    (#"{"type":"hello","version":"1","token":"TOKEN","known":{}}"#, .malformed, 4400),
    (#"{"type":"hello","version":1,"token":"TOKEN","known":{"x":1}}"#, .malformed, 4400),
  ]

  @Test("in the hello is answered with its error and closed with its code", arguments: hellos)
  func hello(text: String, code: ErrorCode, close: UInt16) async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await TestSocket.open(port: workspace.server.http.port)
      try await socket.sendText(text.replacing("TOKEN", with: workspace.ada.token))
      #expect(try await socket.error().refusal.code == code)
      #expect(try await socket.closeCode() == close)
      try await workspace.expectStillServing()
    }
  }

  @Test("that is well formed is refused with its ref, and the socket lives on")
  func refusals() async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await workspace.ada.socket()
      let eve = try await workspace.eve.socket()
      let id: MessageID = TestUser.newID()
      let nowhere: ConversationID = TestUser.newID()
      let long = String(repeating: "x", count: 8_001)
      let cases: [(TestSocket, ClientFrame, ErrorCode)] = [
        (socket, .send(ref: 1, conversation: nowhere, id: id, text: "x", replyTo: nil), .notFound),
        (socket, .send(ref: 2, conversation: workspace.group, id: id, text: " ", replyTo: nil), .invalid),
        (socket, .send(ref: 3, conversation: workspace.group, id: id, text: long, replyTo: nil), .tooLarge),
        (socket, .send(ref: 4, conversation: workspace.group, id: id, text: "a\u{0}", replyTo: nil), .invalid),
        (socket, .send(ref: 5, conversation: workspace.group, id: id, text: "x", replyTo: id), .invalid),
        (
          socket, .send(ref: 6, conversation: workspace.group, id: workspace.message.id, text: "x", replyTo: nil),
          .conflict
        ),
        (socket, .edit(ref: 7, conversation: workspace.group, id: id, editID: TestUser.newID(), text: "x"), .notFound),
        (socket, .delete(ref: 8, conversation: workspace.group, id: id), .notFound),
        (socket, .history(ref: 9, conversation: nowhere, before: 1, after: nil, limit: nil), .notFound),
        (eve, .send(ref: 10, conversation: workspace.group, id: id, text: "x", replyTo: nil), .notFound),
        (eve, .delete(ref: 11, conversation: workspace.group, id: workspace.message.id), .notFound),
        (eve, .history(ref: 12, conversation: workspace.group, before: 2, after: nil, limit: nil), .notFound),
      ]
      for (socket, frame, code) in cases {
        try await socket.send(frame)
        let answer = try await socket.error()
        #expect(answer.ref == frame.ref)
        #expect(answer.refusal.code == code, "\(frame)")
      }
      try await socket.post("and a good one", in: workspace.group, ref: 20)
      try await workspace.expectStillServing()
    }
  }

  @Test("such as a second hello is refused")
  func secondHello() async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await workspace.ada.socket()
      try await socket.send(.hello(version: 1, token: workspace.ada.token, client: nil, known: [:], more: false))
      #expect(try await socket.error().refusal.code == .invalid)
      try await workspace.expectStillServing()
    }
  }

  @Test("does not come from fragments: they are put together, up to the limit")
  func fragments() async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await workspace.ada.socket()
      try await socket.sendFrame(opcode: 1, isFinal: false, json(#"{"type":"pi"#))
      try await socket.sendFrame(opcode: 0, isFinal: false, json(#"ng","re"#))
      try await socket.sendFrame(opcode: 0, json(#"f":9}"#))
      #expect(try await socket.first { $0 == .pong(ref: 9) ? true : nil })
      let part = [UInt8](repeating: UInt8(ascii: " "), count: 40_000)
      try await socket.sendFrame(opcode: 1, isFinal: false, part)
      try await socket.sendFrame(opcode: 0, part)
      #expect(try await socket.closeCode() == 1009)
      try await workspace.expectStillServing()
    }
  }
}
