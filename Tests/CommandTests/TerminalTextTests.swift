import Testing

@testable import Terminal

@Suite("Text on a terminal")
struct TerminalTextTests {
  @Test("nothing that a terminal obeys comes through")
  func sanitising() {
    let hostile = "a\u{1B}[2Jb\u{9B}31mc\u{7}d\u{202E}e\u{2066}f\u{200F}g\u{0}h\u{90}i\u{FEFF}j\rk\u{E0041}"
    let clean = TerminalText.sanitised(hostile)
    for scalar in clean.unicodeScalars {
      #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
      #expect(scalar.properties.generalCategory != .format)
    }
    #expect(clean.hasPrefix("a\u{FFFD}[2Jb\u{FFFD}31mc"))
    #expect(TerminalText.sanitised("a\nb\tc") == "a b  c")
    #expect(TerminalText.sanitised("a\nb", multiline: true) == "a\nb")
    #expect(TerminalText.columns(["a", "Eve\u{9B}2J", "b\tc"]) == "a\tEve\u{FFFD}2J\tb  c")
    #expect(TerminalText.sanitised("👩‍👩‍👧 नमस्ते é") == "👩‍👩‍👧 नमस्ते é")
  }

  @Test(
    "columns of characters",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("한", 2), ("ｗ", 2), ("👋", 2), ("👋🏽", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2),
      ("❤️", 2),
      ("…", 1), ("✓", 1), ("\u{200B}", 0),
    ])
  func width(text: String, columns: Int) {
    #expect(CharacterWidth.width(of: text) == columns)
  }

  @Test("lines break at spaces, inside a word only when it must be, and never lose a character")
  func wrapping() {
    #expect(TextLayout.wrap("the quick brown fox", width: 10) == ["the quick", "brown fox"])
    #expect(TextLayout.wrap("abcdefghij", width: 4) == ["abcd", "efgh", "ij"])
    #expect(TextLayout.wrap("日本語", width: 5) == ["日本", "語"])
    #expect(TextLayout.wrap("a\n\nb", width: 5) == ["a", "", "b"])
    for width in 2...30 {
      let text = "Grüße an 日本 und 👩‍👩‍👧, ganz-lange-Wörter-ohne-Leerzeichen auch"
      let lines = TextLayout.wrap(text, width: width)
      #expect(lines.allSatisfy { CharacterWidth.width(of: $0) <= width })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }

  @Test("a clipped line fits and says that something is missing")
  func clipping() {
    #expect(StyledLine("日本語").clipped(to: 4).text == "日…")
    #expect(StyledLine("abc").clipped(to: 3).text == "abc")
    #expect(StyledLine.spread(StyledLine("a long title"), StyledLine("12:00"), width: 12).text == "a lon… 12:00")
  }

  @Test("editing moves by characters as people see them")
  func editing() {
    var editor = LineEditor()
    for key: Key in [.text("Hi 👩‍👩‍👧 e"), .text("\u{301}"), .left, .backspace, .backspace, .end, .text("!")] {
      let isUnderstood = editor.handle(key)
      #expect(isUnderstood)
    }
    #expect(editor.text == "Hi e\u{301}!")
    for key: Key in [.control("w"), .text("you\nthere"), .home, .text("over ")] { _ = editor.handle(key) }
    #expect(editor.text == "Hi you\nover there")
    _ = editor.handle(.control("k"))
    #expect(editor.text == "Hi you\nover ")
    _ = editor.handle(.control("u"))
    #expect(editor.text == "Hi you\n")
    let isUnderstood = editor.handle(.pageUp)
    #expect(!isUnderstood)
  }

  @Test("the cursor stands where the next character goes, wide ones and line ends counted")
  func layout() {
    var editor = LineEditor("日本語")
    #expect(editor.layout(width: 10).column == 6)
    #expect(editor.layout(width: 4).lines == ["日本", "語"])
    editor.insert("\n")
    let layout = editor.layout(width: 10)
    #expect(layout.row == 1 && layout.column == 0)
    let full = LineEditor("abcd").layout(width: 4)
    #expect(full.row == 1 && full.column == 0)
  }
}
