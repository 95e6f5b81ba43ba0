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
