import Domain
import Foundation
import MessageAIKit
import TestSupport
import Testing

@Suite("Sending from a program", .timeLimit(.minutes(5)))
struct DeliverTests {
  @Test("what the server refuses is said, and leaves nothing behind")
  func refused() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      let team = try await ada.conversations.createGroup(name: "Team", members: [])
      let deliver = DeliverMessage(messages: ada.messages)
      #expect(try await deliver("first", to: team).seq == 1)
      let empty = FileManager.default.temporaryDirectory.appendingPathComponent("empty-\(UUID()).txt")
      try Data().write(to: empty)
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: empty) } }
      let file = OutgoingFile(source: empty, name: "empty.txt", kind: .file)
      await #expect(throws: Refusal.self) { try await deliver("with nothing", to: team, attachments: [file]) }
      _ = try await ada.timeline(team, "only what was sent") { $0.items.map(\.text) == ["first"] && $0.isSettled }
    }
  }
}
