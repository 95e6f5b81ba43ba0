import Testing

@testable import Terminal

@Suite("Keys from bytes")
struct KeyDecoderTests {
  static let cases: [([UInt8], [Key])] = [
    (Array("héllo 👋".utf8), [.text("héllo 👋")]),
    (Array("\r\t\u{7F}".utf8), [.enter, .tab, .backspace]),
    (Array("\u{1B}[A\u{1B}[B\u{1B}OC\u{1B}[D".utf8), [.up, .down, .right, .left]),
    (
      Array("\u{1B}[5~\u{1B}[6~\u{1B}[3~\u{1B}[H\u{1B}[4~\u{1B}[Z".utf8),
      [.pageUp, .pageDown, .delete, .home, .end, .backTab]
    ),
    ([17, 14], [.control("q"), .control("n")]),
    (Array("\u{1B}\r".utf8), [.altEnter]),
    (Array("\u{1B}?".utf8), [.alt("?")]),
    (Array("\u{1B}[200~a\r\nb\u{1B}[201~c".utf8), [.paste("a\nb"), .text("c")]),
    (Array("\u{1B}[1;5C\u{1B}[99;99;99z".utf8), [.right]),
    ([0xFF, 0x61], [.text("a")]),
  ]

  @Test("every sequence, whole and byte by byte", arguments: cases)
  func sequences(bytes: [UInt8], keys: [Key]) {
    var whole = KeyDecoder()
    #expect(whole.feed(bytes) == keys)
    var pieces = KeyDecoder()
    let found = bytes.flatMap { pieces.feed([$0]) }
    #expect(merged(found) == keys)
    #expect(!pieces.isWaiting)
  }

  @Test("a lone escape is the escape key once nothing follows; half a paste keeps waiting")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B]).isEmpty)
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(decoder.feed(Array("\u{1B}[200~half".utf8)).isEmpty)
    #expect(decoder.flush().isEmpty)
    #expect(decoder.feed(Array(" whole\u{1B}[201~".utf8)) == [.paste("half whole")])
  }

  private func merged(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { result, key in
      if case .text(let more) = key, case .text(let text)? = result.last {
        result[result.count - 1] = .text(text + more)
      } else {
        result.append(key)
      }
    }
  }
}
