import AIProviders
import Testing

@Suite("Invisible text")
struct InvisibleTextTests {
  @Test(
    "is taken out",
    arguments: [
      ("a\u{200B}b", "ab"), ("a\u{200C}b", "ab"), ("a\u{200D}b", "ab"), ("a\u{2060}b", "ab"), ("\u{FEFF}ab", "ab"),
      ("a\u{00AD}b", "ab"), ("a\u{034F}b", "ab"), ("a\u{061C}b", "ab"), ("a\u{200E}\u{200F}b", "ab"),
      ("a\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}b", "ab"), ("a\u{2066}\u{2067}\u{2068}\u{2069}b", "ab"),
      ("a\u{2061}\u{2062}\u{2063}\u{2064}b", "ab"), ("a\u{206A}\u{206F}b", "ab"), ("a\u{FE00}\u{FE0F}b", "ab"),
      ("a\u{E0100}\u{E01EF}b", "ab"), ("a\u{E0041}\u{E0042}\u{E007F}b", "ab"), ("a\u{E0001}b", "ab"),
      ("a\u{3164}\u{FFA0}\u{115F}\u{1160}b", "ab"), ("a\u{2800}b", "ab"), ("a\u{FFF9}\u{FFFA}\u{FFFB}b", "ab"),
      ("a\u{1D173}b", "ab"), ("a\u{180E}\u{180B}b", "ab"), ("a\u{0}\u{1B}[31m\u{7F}\u{9B}b", "a[31mb"),
      ("a\u{FFFE}b", "ab"), ("👍\u{E0061}\u{E0062}", "👍"), ("👍\u{FE0F}\u{FE0F}\u{200D}\u{200D}x", "👍x"),
      ("a\u{200D}👍", "a👍"), ("👨\u{200D}\u{200D}👩", "👨👩"),
    ])
  func taken(text: String, seen: String) {
    #expect(InvisibleText.stripped(text).unicodeScalars.elementsEqual(seen.unicodeScalars))
  }

  @Test("of marks that are piled up on one letter the first eight stay", arguments: ["", "\u{200B}", "\u{200D}"])
  func piles(between: String) {
    let pile = "e" + String(repeating: "\u{301}\u{20DD}" + between, count: 4_000) + "n"
    let seen = InvisibleText.stripped(pile)
    #expect(seen.unicodeScalars.filter { $0.value > 0x7F }.count == 8)
    #expect(seen.unicodeScalars.first == "e" && seen.unicodeScalars.last == "n")
    #expect(InvisibleText.stripped(seen) == seen)
  }

  @Test("line breaks of all kinds become one, tabs stay")
  func breaks() {
    #expect(InvisibleText.stripped("a\r\nb\rc\nd\te\u{2028}f\u{2029}g\u{85}h") == "a\nb\nc\nd\te\nf\ng\nh")
  }

  @Test(
    "what people write stays as it is",
    arguments: [
      "Plain text, 100 % fine.", "Grüße, naïve façade", "日本語とEnglish", "مرحبا بالعالم", "שלום", "می\u{200C}خواهم",
      "क\u{094D}\u{200D}ष", "👨\u{200D}👩\u{200D}👧 👍🏽", "1 + 1 < 3 & 2 > 1", "e\u{301}", "𝒳 ∑ √",
    ])
  func kept(text: String) {
    #expect(InvisibleText.stripped(text).unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test("stripping twice changes nothing, and nothing invisible is left, for each scalar there is")
  func everyScalar() {
    for value in (0...0x10FFFF as ClosedRange<UInt32>) {
      guard let scalar = Unicode.Scalar(value), InvisibleText.isInvisible(scalar) else { continue }
      let once = InvisibleText.stripped("a\(scalar)b")
      #expect(once == "ab" || once == "a\nb", "U+\(String(value, radix: 16))")
    }
  }
}
