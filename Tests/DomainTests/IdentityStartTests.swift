import Domain
import Testing

@Suite("A sign-in elsewhere that has begun")
struct IdentityStartTests {
  private func page(_ address: String) throws(Refusal) -> String {
    try IdentityStart(token: "t", state: "s", address: address).page().absoluteString
  }

  @Test("is opened as a page of the web and as nothing else")
  func page() throws {
    for address in ["https://id.example/authorize?state=a%20b", "http://127.0.0.1:4711/"] {
      #expect(try page(address) == address)
    }
    let others = [
      "file:///etc/passwd", "smb://evil.example/share", "messageai://openid", "javascript:alert(1)", "https://",
      "https:///path", "id.example", "", "https://id.example/\u{1B}[2J", "https://id.example/a b", "HTTPS:file",
    ]
    for address in others {
      #expect(throws: Refusal.self, "\(address)") { try page(address) }
    }
  }
}
