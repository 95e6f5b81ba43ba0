import Domain
import Foundation
import Testing
import WireProtocol

/// SplitMix64: the same seed gives the same run for ever.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Random input")
struct FuzzTests {
  @Test("damaged frames never crash, and what is still accepted writes and reads again", arguments: UInt64(1)...8)
  func damage(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    for _ in 0..<2_500 {
      let fixture = try #require(Fixture.all.randomElement(using: &random))
      var bytes = fixture.frame
      for _ in 0..<Int.random(in: 1...4, using: &random) { mutate(&bytes, &random) }
      _ = FrameInspection.ref(bytes)
      if let frame = try? ClientFrame.decode(bytes) {
        #expect(try ClientFrame.decode(frame.encode()) == frame)
        #expect(isAcceptedByFoundation(bytes))
      }
      if let frame = try? ServerFrame.decode(bytes) {
        #expect(try ServerFrame.decode(frame.encode()) == frame)
        #expect(isAcceptedByFoundation(bytes))
      }
    }
  }

  @Test("noise never crashes and is never a frame", arguments: UInt64(1)...4)
  func noise(seed: UInt64) {
    var random = SeededGenerator(state: seed)
    let alphabet = Array("{}[]\":,\\u0dtypeping 1-.eEnulltruefalse\u{1}é".utf8)
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...60, using: &random)
      let bytes = (0..<count).compactMap { _ in alphabet.randomElement(using: &random) }
      #expect((try? ClientFrame.decode(bytes)) == nil)
      #expect((try? ServerFrame.decode(bytes)) == nil)
    }
  }

  @Test("any text comes back as it was, and Foundation reads the same", arguments: UInt64(1)...4)
  func texts(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    for _ in 0..<400 {
      let text = randomText(&random)
      let frame = ClientFrame.send(
        ref: Int64.random(in: .min ... .max, using: &random), conversation: Samples.chat, id: Samples.first, text: text,
        replyTo: nil)
      let bytes = frame.encode()
      #expect(try ClientFrame.decode(bytes) == frame)
      let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      #expect((object?["text"] as? String).map { Array($0.unicodeScalars) } == Array(text.unicodeScalars))
    }
  }

  @Test("text written by Foundation, with escapes of every kind, reads the same", arguments: UInt64(1)...4)
  func foreignTexts(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    for _ in 0..<400 {
      let text = randomText(&random)
      var escaped = ""
      for unit in text.utf16 { escaped += "\\u" + String(format: Bool.random(using: &random) ? "%04x" : "%04X", unit) }
      let json = #"{"type":"hello","version":1,"token":"\#(escaped)"}"#
      #expect(
        try ClientFrame.decode(Array(json.utf8))
          == .hello(version: 1, token: text, client: nil, known: [:], more: false))
    }
  }

  private func randomText(_ random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...80, using: &random) {
      let value: UInt32 =
        switch Int.random(in: 0..<8, using: &random) {
        case 0: .random(in: 0..<0x20, using: &random)
        case 1: .random(in: 0x80..<0xD800, using: &random)
        case 2: .random(in: 0xE000...0x10FFFF, using: &random)
        case 3: Bool.random(using: &random) ? 0x22 : 0x5C
        default: .random(in: 0x20..<0x7F, using: &random)
        }
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    return String(text)
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let index = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 2: bytes.remove(at: index)
    case 3: bytes.insert(Array("\"\\{}[],:0-.e \u{0}".utf8).randomElement(using: &random) ?? 0, at: index)
    case 4: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 1...20, using: &random)))
    default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 12)], at: index)
    }
  }

  private func isAcceptedByFoundation(_ bytes: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(bytes))) != nil
  }
}
