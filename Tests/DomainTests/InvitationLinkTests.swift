import Domain
import Testing

@Suite("Links of invitations")
struct InvitationLinkTests {
  private static let token = String(repeating: "aZ0-_", count: 8) + "abc"

  @Test("a link names the server and the token; the token alone is enough")
  func links() throws {
    let link = try #require(InvitationLink(" https://chat.example.org/#/join/\(Self.token)\n"))
    #expect(link.server == "https://chat.example.org/" && link.token == Self.token)
    let bare = try #require(InvitationLink(Self.token))
    #expect(bare.server == nil && bare.token == Self.token)
  }

  @Test(
    "anything else is no invitation",
    arguments: [
      "", "https://chat.example.org", "https://chat.example.org/#/join/", "#/join/short", "\(token)x", "\(token)#",
      "https://x.org/#/leave/\(token)", String(repeating: "é", count: 43),
    ])
  func others(text: String) {
    #expect(InvitationLink(text) == nil)
  }

  @Test("credentials carry an invitation, and say what is wrong with it before anything is sent")
  func credentials() throws {
    _ = try Credentials(email: "a@x.org", password: "correct horse", name: "A", invitation: Self.token)
    _ = try Credentials(email: "a@x.org", password: "correct horse", name: "A", invitation: " ")
    do {
      _ = try Credentials(email: "a@x.org", password: "correct horse", name: "A", invitation: "https://x.org")
      Issue.record("taken")
    } catch {
      #expect(Set(error.fields.keys) == [.invitation])
    }
  }
}
