import Domain
import Testing

@Suite("The length of a text")
struct TextLengthTests {
  /// One character to the eye.
  private static func marked(_ count: Int) -> String { "e" + String(repeating: "\u{301}", count: count) }

  @Test("is told in scalars, so that marks without end do not pass for one character")
  func scalars() {
    #expect(Self.marked(100_000).count == 1)
    #expect(!TextLength.isWithin(80, Self.marked(100_000)))
    #expect(TextLength.isWithin(80, Self.marked(79)))
    #expect(!TextLength.isWithin(80, Self.marked(80)))
    #expect(TextLength.isWithin(80, String(repeating: "😀", count: 80)))
    #expect(!TextLength.isWithin(80, String(repeating: "😀", count: 81)))
  }

  @Test("is cut between characters, and within one only when that alone is too long")
  func cut() {
    #expect(TextLength.cut("short", to: 80) == "short")
    #expect(TextLength.cut("abcdef", to: 3) == "abc")
    #expect(TextLength.cut("ab" + Self.marked(5), to: 4) == "ab")
    #expect(TextLength.cut(Self.marked(500), to: 80).unicodeScalars.count == 80)
    #expect(TextLength.cut("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", to: 10) == "👩‍👩‍👧‍👦")
  }

  @Test("bounds names, tags and insights")
  func rules() {
    #expect(throws: Refusal.self) { try AccountRules.validatedName(Self.marked(100_000)) }
    #expect(throws: Refusal.self) { try InsightRules.validatedTags([Self.marked(100_000)]) }
    #expect(throws: Refusal.self) { try InsightRules.validatedText(Self.marked(7_000)) }
    #expect(throws: Refusal.self) { try MessageText.validated(Self.marked(100_000)) }
    #expect(throws: Refusal.self) { try AccountRules.validatedEmail(Self.marked(100_000) + "@example.org") }
  }

  @Test("of an insight is at most 300, and it has at most 10 tags of 40, whoever asks")
  func insights() throws {
    let text = String(repeating: "é", count: 300)
    #expect(try InsightRules.validatedText(" \(text) ") == text)
    #expect(InsightRules.excess(of: " \(text) ") == 0 && InsightRules.excess(of: text + "xy") == 2)
    let long = #expect(throws: Refusal.self) { try InsightRules.validatedText(text + "x") }
    #expect(long?.code == .tooLarge)
    #expect(InsightRules.opening(of: text + "x").unicodeScalars.count == 300)
    let tags = (0..<10).map { "\($0)" + String(repeating: "x", count: 39) }
    #expect(try InsightRules.validatedTags(tags + [" \(tags[0]) "]) == tags, "each counts once")
    for wrong in [tags + ["another"], [tags[0] + "x"]] {
      let refusal = #expect(throws: Refusal.self) { try InsightRules.validatedTags(wrong) }
      #expect(refusal?.code == .invalid)
    }
  }
}
