import Domain
import Testing

@Suite("Account rules")
struct AccountRulesTests {
  @Test("e-mail addresses are trimmed and lower-cased")
  func email() throws {
    #expect(try AccountRules.validatedEmail("  Ada@Example.ORG ") == "ada@example.org")
  }

  @Test("what is no e-mail address is refused", arguments: ["", "ada", "@x", "a@", "a@b@c", "a b@c", "a@b\u{0}"])
  func badEmail(text: String) {
    #expect(throws: Refusal.self) { try AccountRules.validatedEmail(text) }
  }

  @Test("names have 1 to 80 characters")
  func names() throws {
    #expect(try AccountRules.validatedName("  Ada Lovelace ") == "Ada Lovelace")
    #expect(throws: Refusal.self) { try AccountRules.validatedName(" ") }
    #expect(throws: Refusal.self) { try AccountRules.validatedName(String(repeating: "x", count: 81)) }
    #expect(throws: Refusal.self) { try AccountRules.validatedName("a\nb") }
  }

  @Test(
    "a name of nothing that can be seen, and one that a terminal obeys, are none",
    arguments: [
      "\u{200B}", "\u{FEFF}", "\u{3164}", "\u{115F}\u{1160}", "\u{E0041}", "\u{2800}", "\u{202E}",
      " \u{200D} \u{FE0F}",
      "Eve\u{9B}2J", "E\u{85}ve", "\u{9D}Eve",
    ])
  func unseenNames(_ name: String) {
    #expect(throws: Refusal.self) { try AccountRules.validatedName(name) }
  }

  @Test("names of any script and of emoji stay as they are; what turns the direction of writing is taken out")
  func seenNames() throws {
    for name in ["علی‌رضا", "👩‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "नमस्ते", "김민지", "❤️", "7", "-"] {
      #expect(try AccountRules.validatedName(name) == name)
    }
    #expect(try AccountRules.validatedName("\u{202E}dnib\u{202C} \u{2066}x\u{2069}") == "dnib x")
  }

  @Test(
    "codes of languages have the shape of BCP 47",
    arguments: [
      ("en", true), ("pt-BR", true), ("zh-Hant-TW", true), ("sl-rozaj-biske-1994", true), ("gsw", true),
      ("es-419", true),
      ("", false), ("German", false), ("xx yy zz", false), ("en_US", false), ("en-", false), ("e", false), ("é", false),
      ("en-abcdefghi", false), ("a\u{0}b", false), ("12", false),
    ])
  func languages(tag: String, isOne: Bool) {
    #expect(LanguageTag.isOne(tag) == isOne)
  }

  @Test("passwords have 8 to 128 characters and are not among the commonest")
  func passwords() throws {
    try AccountRules.validatePassword("correct horse", commonest: ["password"])
    #expect(throws: Refusal.self) { try AccountRules.validatePassword("short", commonest: []) }
    #expect(throws: Refusal.self) { try AccountRules.validatePassword("PassWord", commonest: ["password"]) }
    #expect(throws: Refusal.self) {
      try AccountRules.validatePassword(String(repeating: "x", count: 129), commonest: [])
    }
  }
}
