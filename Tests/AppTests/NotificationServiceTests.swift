import Domain
import Foundation
import Intents
import MessageAIDevice
import MessageAIKit
import Synchronization
import TestSupport
import Testing
import UserNotifications

@testable import MessageAIApp
@testable import NotificationService

extension PlatformTests {
  @Suite("The notification service")
  struct ServiceTests {
    private static let id = "00000000-0000-7000-8000-00000000000a"

    private func content(_ conversation: String = id, _ message: String = id, seq: Int = 1)
      -> UNMutableNotificationContent
    {
      let content = UNMutableNotificationContent()
      content.title = "MessageAI"
      content.body = "New message"
      content.userInfo = ["conversation": conversation, "message": message, "seq": NSNumber(value: seq)]
      return content
    }

    @Test("a push with ids shows the message of the team's server, with sender, face, group and thread")
    func shows() async throws {
      let files = try TestFiles()
      defer { files.remove() }
      let server = try await TestServer.start(files: files.dependencies)
      let url = try #require(URL(string: "http://127.0.0.1:\(server.instance.port)"))
      let ada = try MessageAIClient(configuration: ClientConfiguration(server: url))
      let vault = MemorySessionVault()
      let bob = try MessageAIClient(configuration: ClientConfiguration(server: url, vault: vault))
      _ = try await ada.auth.signUp(email: "ada@example.org", password: "correct horse 42", name: "Ada")
      let me = try await bob.auth.signUp(email: "bob@example.org", password: "correct horse 43", name: "Bob")
      let team = try await ada.conversations.createGroup(name: "Team", members: [me.id])
      let picture = FileManager.default.temporaryDirectory.appendingPathComponent("face-\(UUID().uuidString).png")
      try Data(TestFiles.picture).write(to: picture)
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: picture) } }
      let photo = try await ada.files.uploadPhoto(picture)
      _ = try await ada.auth.updateProfile(ProfileChange(photo: .some(photo.description)))
      let message = try await ada.messages.send("Lunch?", to: team, replyTo: nil)
      for await timeline in ada.messages.observeTimeline(team) where timeline.items.contains(where: { $0.seq != nil }) {
        break
      }
      let composer = NotificationComposer {
        try NotificationClient(configuration: ClientConfiguration(server: url, vault: vault))
      }
      let push = content(team.description, message.description)
      let reference = try #require(NotificationReference(userInfo: push.userInfo))
      let found = try #require(await composer.message(reference))
      push.show(found.message)
      #expect(found.message.photo == photo && found.face?.isEmpty == false)
      #expect(push.title == "Ada" && push.subtitle == "Team" && push.body == "Lunch?")
      #expect(push.threadIdentifier == team.description)
      #expect(push.categoryIdentifier == NotificationReference.category)
      try await ada.close()
      try await bob.close()
      try await server.instance.stop()
    }

    @Test("a push with a reminder shows what it is of, fetched from the team's server")
    func reminds() async throws {
      let clock = SettableClock()
      let server = try await TestServer.start(clock: clock)
      let url = try #require(URL(string: "http://127.0.0.1:\(server.instance.port)"))
      let vault = MemorySessionVault()
      let ada = try MessageAIClient(configuration: ClientConfiguration(server: url, vault: vault))
      _ = try await ada.auth.signUp(email: "ada@example.org", password: "correct horse 42", name: "Ada")
      let made = try await ada.reminders.remind(
        at: clock.now.adding(seconds: 60), text: "Call the bank", of: nil, in: nil)
      let composer = NotificationComposer {
        try NotificationClient(configuration: ClientConfiguration(server: url, vault: vault))
      }
      let push = UNMutableNotificationContent()
      push.userInfo = ["reminder": made.id.description]
      let id = try #require(ReminderNotification.id(userInfo: push.userInfo))
      #expect(await composer.reminder(id) == nil, "it is not due yet")
      clock.advance(seconds: 60)
      #expect(await server.instance.reminderKeeper.runBatch() == 1)
      push.show(try #require(await composer.reminder(id)))
      #expect(push.title == "Reminder" && push.body == "Call the bank")
      try await ada.close()
      try await server.instance.stop()
    }

    @Test("a message is shown as one of a person, with face and group; the system does not learn its text")
    func communication() throws {
      for group in ["Team", nil] {
        let message = try #require(MessageNotification(reference(), window: try window(group: group)))
        #expect(message.photo == AttachmentID(Self.id))
        let shown = Communication(message: message, face: Data("face".utf8)).applied(to: content())
        let intent = try #require(shown.shimProvider as? INSendMessageIntent)
        #expect(intent.sender?.displayName == "Ada" && intent.sender?.customIdentifier == Self.id)
        #expect(intent.sender?.image?.shimData == Data("face".utf8))
        #expect(intent.shimImages[\INSendMessageIntent.sender] != nil)
        #expect(intent.conversationIdentifier == Self.id && intent.content == nil)
        #expect(intent.speakableGroupName?.spokenPhrase == group && (intent.recipients == nil) == (group == nil))
        #expect(shown.body == "New message" && shown.userInfo["conversation"] as? String == Self.id)
        let donated = try #require(shimStore.donated.last)
        #expect(donated.intent === intent && donated.direction == .incoming && donated.groupIdentifier == Self.id)
      }
      DeviceNotifications().forget()
      #expect(shimStore.donated.isEmpty, "who signs out takes it back")
    }

    private func reference() throws -> NotificationReference {
      try #require(NotificationReference(userInfo: content().userInfo))
    }

    private func window(group: String?) throws -> FeedDelta {
      let time = Timestamp(milliseconds: 1)
      let (ada, id) = (try #require(UserID(Self.id)), try #require(ConversationID(Self.id)))
      return FeedDelta(
        feed: .conversation(id), fromRev: 0, toRev: 1,
        conversation: Conversation(
          id: id, rev: 1, kind: group == nil ? .direct : .group, name: group, createdAt: time, createdBy: ada),
        members: [Member(user: ada, rev: 1, role: .member, name: "Ada", photo: Self.id)],
        messages: [
          Message(
            id: try #require(MessageID(Self.id)), seq: 1, rev: 1, sender: ada, text: "Lunch?", createdAt: time)
        ])
    }

    @Test("without server or session the notification comes as it was")
    func fallback() async throws {
      let reference = try #require(NotificationReference(userInfo: content().userInfo))
      #expect(await NotificationComposer { nil }.message(reference) == nil)
      let nobody = try #require(URL(string: "http://127.0.0.1:1"))
      let composer = NotificationComposer {
        try NotificationClient(configuration: ClientConfiguration(server: nobody, vault: MemorySessionVault()))
      }
      #expect(await composer.message(reference) == nil)
    }

    @Test("a notification is handed over once, by whoever is first")
    func once() {
      let shown = Mutex<[String]>([])
      let delivery = Delivery(content()) { content in shown.withLock { $0.append(content.body) } }
      delivery.finish()
      delivery.finish()
      #expect(shown.withLock { $0 } == ["New message"])
    }

    @Test("when the time is over, and for what is not about a message, the system gets what it sent")
    func expires() {
      let shown = Mutex<[String]>([])
      let service = NotificationService()
      service.didReceive(
        UNNotificationRequest(identifier: "1", content: content("no id"), trigger: nil)
      ) { content in shown.withLock { $0.append(content.body) } }
      #expect(shown.withLock { $0 } == ["New message"])
      service.serviceExtensionTimeWillExpire()
      #expect(shown.withLock { $0.count } == 1)
    }
  }
}
