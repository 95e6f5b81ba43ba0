import Domain
import Foundation
import MessageAIKit
import TestSupport
import Testing

@Suite("Files with a server", .timeLimit(.minutes(5)))
struct LiveFileTests {
  private func file(_ fixture: LiveFixture, _ name: String, bytes: Data) throws -> OutgoingFile {
    let url = fixture.folder.appendingPathComponent(name)
    try bytes.write(to: url)
    return OutgoingFile(source: url, name: name)
  }

  @Test(
    "sent while the server is away, by a client that is closed and opened again: it arrives, whole and in its order")
  func offline() async throws {
    try await LiveFixture.run { fixture in
      let (ada, me) = try await fixture.signedUp("ada", folder: "ada")
      let (ben, other) = try await fixture.signedUp("ben")
      let room = try await ada.conversations.openDirect(with: other.id)
      try await ben.untilHeld(room)
      let bytes = Data((0..<300_000).flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] })
      try await fixture.stopServer()
      try await ada.untilOffline()
      let plan = try file(fixture, "plan.bin", bytes: bytes)
      _ = try await ada.messages.send("", to: room, replyTo: nil, attachments: [plan])
      _ = try await ada.send("and this", to: room)
      try FileManager.default.removeItem(at: plan.source)
      try await fixture.close(ada)
      let again = try fixture.client("ada")
      try await fixture.startServer()
      let timeline = try await ben.timeline(room, "both messages") { $0.items.count == 2 }
      #expect(timeline.texts == ["", "and this"])
      let attachment = try #require(timeline.items.first?.attachments.first)
      #expect(attachment.name == "plan.bin" && attachment.kind == .file && attachment.bytes == Int64(bytes.count))
      let copy = try await ben.files.file(attachment, form: .original)
      #expect(try Data(contentsOf: copy) == bytes)
      try await again.timeline(room, "all settled") { $0.isSettled }
      let left = fixture.folder.appendingPathComponent("ada/client.sqlite-files/outgoing")
      #expect(try FileManager.default.contentsOfDirectory(atPath: left.path).isEmpty)
      #expect(try await again.files.limits().used >= Int64(bytes.count))
      _ = me
    }
  }

  @Test("what the server refuses fails the message with its reason, and the next one goes")
  func refused() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      let (_, other) = try await fixture.signedUp("ben")
      let room = try await ada.conversations.openDirect(with: other.id)
      // It says that it is an image, and cannot be decoded.
      let broken = try file(fixture, "broken.png", bytes: Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]))
      let message = try await ada.messages.send("", to: room, replyTo: nil, attachments: [broken])
      _ = try await ada.send("after", to: room)
      let timeline = try await ada.timeline(room, "one failed, one sent") { timeline in
        timeline.item(message)?.status == .failed && timeline.items.contains { $0.text == "after" && $0.seq != nil }
      }
      #expect(timeline.item(message)?.failure?.code == .invalid)
      try await ada.messages.discard(message)
      try await ada.timeline(room, "given up") { $0.item(message) == nil }
    }
  }

  @Test("a photo of a person or a group is read by others, follows its change, and goes")
  func faces() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      let (ben, other) = try await fixture.signedUp("ben", folder: "ben")
      let direct = try await ada.conversations.openDirect(with: other.id)
      let team = try await ada.conversations.createGroup(name: "Team", members: [other.id])
      let picture = try file(fixture, "face.png", bytes: Data(TestFiles.picture)).source
      let mine = try await ada.files.uploadPhoto(picture)
      #expect(try await ada.auth.updateProfile(ProfileChange(photo: .some(mine.description))).photo == mine.description)
      let group = try await ada.files.uploadPhoto(picture)
      try await ada.conversations.setPhoto(group, of: team)
      func photo(of conversation: ConversationID, is photo: AttachmentID?) async throws {
        try await first(in: ben.conversations.observeConversations(), "the photo") { list in
          list.contains { $0.id == conversation && $0.photo == photo?.description }
        }
      }
      try await photo(of: direct, is: mine)
      try await photo(of: team, is: group)
      for form in [AttachmentForm.face, .largeFace] {
        let face = try #require(Domain.Attachment.face(mine.description))
        let copy = try await ben.files.file(face, form: form)
        #expect(try Data(contentsOf: copy).starts(with: Data("RIFF".utf8)))
      }
      try await ada.conversations.setPhoto(nil, of: team)
      _ = try await ada.auth.updateProfile(ProfileChange(photo: .some(nil)))
      try await photo(of: direct, is: nil)
      try await photo(of: team, is: nil)
      let text = try file(fixture, "face.txt", bytes: Data("no image".utf8)).source
      let words = try await ada.files.uploadPhoto(text)
      await #expect(throws: Refusal.self) {
        try await ada.auth.updateProfile(ProfileChange(photo: .some(words.description)))
      }
      try await fixture.stopServer()
      await #expect(throws: ClientError.offline) { try await ada.files.uploadPhoto(picture) }
    }
  }

  @Test("a caption is taken away where files remain; text alone cannot be")
  func captions() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      let (ben, other) = try await fixture.signedUp("ben")
      let room = try await ada.conversations.openDirect(with: other.id)
      let note = try file(fixture, "note.txt", bytes: Data("notes".utf8))
      let message = try await ada.messages.send("look", to: room, replyTo: nil, attachments: [note])
      let plain = try await ada.send("words", to: room)
      try await ada.timeline(room, "both sent") { $0.items.count == 2 && $0.isSettled }
      try await ada.messages.edit(message, in: room, text: " ")
      let timeline = try await ben.timeline(room, "the edit") { $0.item(message)?.isEdited == true }
      #expect(timeline.item(message)?.text == "" && timeline.item(message)?.attachments.count == 1)
      await #expect(throws: Refusal.self) { try await ada.messages.edit(plain, in: room, text: " ") }
    }
  }

  @Test("who is not in the conversation gets no file; who signs out keeps none")
  func access() async throws {
    try await LiveFixture.run { fixture in
      let (ada, _) = try await fixture.signedUp("ada")
      let (ben, other) = try await fixture.signedUp("ben", folder: "ben")
      let (eve, _) = try await fixture.signedUp("eve")
      let room = try await ada.conversations.openDirect(with: other.id)
      let note = try file(fixture, "note.txt", bytes: Data("secret".utf8))
      _ = try await ada.messages.send("look", to: room, replyTo: nil, attachments: [note])
      let timeline = try await ben.timeline(room, "the message") { $0.items.count == 1 }
      let attachment = try #require(timeline.items.first?.attachments.first)
      let copy = try await ben.files.file(attachment, form: .original)
      #expect(try String(contentsOf: copy, encoding: .utf8) == "secret")
      await #expect(throws: Refusal.self) { try await eve.files.file(attachment, form: .original) }
      try await ben.auth.signOut()
      #expect(!FileManager.default.fileExists(atPath: copy.path))
    }
  }
}
