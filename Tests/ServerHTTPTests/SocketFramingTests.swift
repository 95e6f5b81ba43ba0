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
    try await TestWorkspace.run { workspace in
      let socket = try await workspace.ada.socket()
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
    try await TestWorkspace.run { workspace in
      let socket = try await workspace.ada.socket()
      try await socket.sendFrame(opcode: opcode, isFinal: isFinal, Array(#"{"type":"ping"}"#.utf8))
      #expect(try await socket.closeCode() == 4400, "\(name)")
      try await workspace.expectStillServing()
    }
  }

  @Test("that begin a message inside another close the socket with 4400")
  func nested() async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await workspace.ada.socket()
      for _ in 0..<2 { try await socket.sendFrame(opcode: 1, isFinal: false, Array("{".utf8)) }
      #expect(try await socket.closeCode() == 4400)
      try await workspace.expectStillServing()
    }
  }

  @Test("may be exactly as large as the limit")
  func largest() async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await workspace.ada.socket()
      let ping = Array(#"{"type":"ping","ref":6}"#.utf8)
      let padding = [UInt8](repeating: UInt8(ascii: " "), count: Limits.maximumFrameBytes - ping.count)
      try await socket.sendText(ping + padding)
      #expect(try await socket.first { $0 == .pong(ref: 6) ? true : nil })
    }
  }

  @Test("that are not masked close the socket with 4400")
  func unmasked() async throws {
    try await TestWorkspace.run { workspace in
      let stream = try TestStream(port: workspace.server.http.port)
      let fields =
        "Host: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        + "Sec-WebSocket-Version: 13\r\n\r\n"
      try stream.write(Array("GET /v1/socket HTTP/1.1\r\n\(fields)".utf8) + [0x81, 0x02, 0x7B, 0x7D])
      let all = await stream.readAll()
      #expect(all.suffix(4) == [0x88, 0x02, 0x11, 0x30], "4400")
      try await workspace.expectStillServing()
    }
  }

  static let closings: [(String, [UInt8], UInt16)] = [
    ("nothing", [], 1000), ("1000", [0x03, 0xE8], 1000), ("a reason", [0x03, 0xE8] + Array("bye".utf8), 1000),
    ("an own code", [0x0F, 0xA0], 1000), ("going away", [0x03, 0xE9], 1000), ("one byte", [0x03], 1002),
    ("0", [0, 0], 1002), ("999", [0x03, 0xE7], 1002), ("1004", [0x03, 0xEC], 1002), ("1005", [0x03, 0xED], 1002),
    ("1006", [0x03, 0xEE], 1002), ("1015", [0x03, 0xF7], 1002), ("1100", [0x04, 0x4C], 1002),
    ("2999", [0x0B, 0xB7], 1002), ("5000", [0x13, 0x88], 1002), ("bad UTF-8", [0x03, 0xE8, 0xCE, 0xBA, 0xE1], 1007),
  ]

  @Test("that close are answered with 1000, or with what is wrong with them, and the end", arguments: closings)
  func closes(name: String, payload: [UInt8], code: UInt16) async throws {
    try await TestWorkspace.run { workspace in
      let socket = try await workspace.ada.socket()
      try await socket.sendFrame(opcode: 8, payload)
      #expect(try await socket.closeCode() == code, "\(name)")
      #expect(try await socket.nextEvent() == .end)
      try await workspace.expectStillServing()
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
    #expect(try assembler.add(frame(.text, "whole"))?.data == ByteBuffer(string: "whole"))
    #expect(try assembler.add(frame(.text, fin: false, "in ")) == nil)
    #expect(try assembler.add(frame(.continuation, fin: false, "three ")) == nil)
    #expect(try assembler.add(frame(.continuation, "parts"))?.data == ByteBuffer(string: "in three parts"))
    #expect(try assembler.add(frame(.text, "next"))?.data == ByteBuffer(string: "next"))
  }

  @Test("counts the bytes of all fragments against the limit")
  func limit() throws {
    var assembler = MessageAssembler()
    let half = String(repeating: "x", count: Limits.maximumFrameBytes / 2)
    #expect(try assembler.add(frame(.text, fin: false, half)) == nil)
    #expect(try assembler.add(frame(.continuation, fin: false, half)) == nil)
    let violation = #expect(throws: FrameViolation.self) {
      _ = try assembler.add(frame(.continuation, "x"))
    }
    #expect(violation?.code == .tooLarge)
  }
}
