import Domain
import NIOCore
import NIOWebSocket
import ServerHTTP
import TestSupport
import Testing
import WireProtocol

@Suite("WebSocket frames of a client")
struct SocketFramingTests {
  @Test("may have control frames between fragments, and a ping is answered")
  func interleaved() async throws {
    try await TestWorkspace.run { world in
      let socket = try await world.ada.socket()
      try await socket.sendFrame(opcode: 1, isFinal: false, Array(#"{"type":"ping","#.utf8))
      try await socket.sendFrame(opcode: 9, Array("are you there".utf8))
      try await socket.sendFrame(opcode: 10, [])
      try await socket.sendFrame(opcode: 0, Array(#""ref":4}"#.utf8))
      var pongs = 0
      while true {
        let event = try await socket.nextEvent()
        if event == .pong { pongs += 1 }
        if case .text(let bytes) = event, try ServerFrame.decode(bytes) == .pong(ref: 4) { break }
      }
      #expect(pongs == 1)
      #expect(String(decoding: socket.received, as: UTF8.self).contains("are you there"))
    }
  }

  static let violations: [(String, UInt8, Bool)] = [
    ("a continuation of nothing", 0x0, true), ("a reserved data opcode", 0x3, true),
    ("a reserved control opcode", 0xB, true), ("a reserved bit", 0x41, true), ("all reserved bits", 0x71, true),
    ("a fragmented ping", 0x9, false), ("the start of a binary message", 0x2, false),
  ]

  @Test("that break RFC 6455 close the socket with 4400, and the server goes on", arguments: violations)
  func broken(name: String, opcode: UInt8, isFinal: Bool) async throws {
    try await TestWorkspace.run { world in
      let socket = try await world.ada.socket()
      try await socket.sendFrame(opcode: opcode, isFinal: isFinal, Array(#"{"type":"ping"}"#.utf8))
      #expect(try await socket.closeCode() == 4400, "\(name)")
      try await world.expectStillServing()
    }
  }

  @Test("that begin a message inside another close the socket with 4400")
  func nested() async throws {
    try await TestWorkspace.run { world in
      let socket = try await world.ada.socket()
      for _ in 0..<2 { try await socket.sendFrame(opcode: 1, isFinal: false, Array("{".utf8)) }
      #expect(try await socket.closeCode() == 4400)
      try await world.expectStillServing()
    }
  }

  @Test("may be exactly as large as the limit")
  func largest() async throws {
    try await TestWorkspace.run { world in
      let socket = try await world.ada.socket()
      let ping = Array(#"{"type":"ping","ref":6}"#.utf8)
      let padding = [UInt8](repeating: UInt8(ascii: " "), count: Limits.maximumFrameBytes - ping.count)
      try await socket.sendText(ping + padding)
      #expect(try await socket.first { $0 == .pong(ref: 6) ? true : nil })
    }
  }

  @Test("that close are answered with 1000 and the end of the connection")
  func closes() async throws {
    try await TestWorkspace.run { world in
      let socket = try await world.ada.socket()
      try await socket.sendFrame(opcode: 8, [0x03, 0xE8])
      #expect(try await socket.closeCode() == 1000)
      #expect(try await socket.nextEvent() == .end)
      try await world.expectStillServing()
    }
  }
}

@Suite("Assembling messages")
struct MessageAssemblerTests {
  private func frame(_ opcode: WebSocketOpcode, fin: Bool = true, _ text: String, masked: Bool = true) -> WebSocketFrame
  {
    var data = ByteBuffer(string: text)
    let key: WebSocketMaskingKey = [1, 2, 3, 4]
    if masked { data.webSocketMask(key) }
    return WebSocketFrame(fin: fin, opcode: opcode, maskKey: masked ? key : nil, data: data)
  }

  @Test("gives out a message with its last fragment, unmasked")
  func joins() throws {
    var assembler = MessageAssembler()
    #expect(try assembler.add(frame(.text, "whole")) == ByteBuffer(string: "whole"))
    #expect(try assembler.add(frame(.text, fin: false, "in ")) == nil)
    #expect(try assembler.add(frame(.continuation, fin: false, "three ")) == nil)
    #expect(try assembler.add(frame(.continuation, "parts")) == ByteBuffer(string: "in three parts"))
    #expect(try assembler.add(frame(.text, "next")) == ByteBuffer(string: "next"))
  }

  @Test("refuses frames that are not masked")
  func unmasked() throws {
    try MessageAssembler.check(frame(.text, "x"))
    let violation = #expect(throws: MessageAssembler.Violation.self) {
      try MessageAssembler.check(frame(.text, "x", masked: false))
    }
    #expect(violation?.code == .badFrame)
  }

  @Test("counts the bytes of all fragments against the limit")
  func limit() throws {
    var assembler = MessageAssembler()
    let half = String(repeating: "x", count: Limits.maximumFrameBytes / 2)
    #expect(try assembler.add(frame(.text, fin: false, half)) == nil)
    #expect(try assembler.add(frame(.continuation, fin: false, half)) == nil)
    let violation = #expect(throws: MessageAssembler.Violation.self) {
      _ = try assembler.add(frame(.continuation, "x"))
    }
    #expect(violation?.code == .tooLarge)
  }
}
