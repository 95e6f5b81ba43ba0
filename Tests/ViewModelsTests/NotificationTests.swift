import Domain
import Foundation
import Synchronization
import Testing
import ViewModels

/// A device with a switch, and a server that sends notifications or does not.
private final class Device: NotificationPermissions, ServerFeaturesRepository, PushRepository {
  struct State {
    var permission: NotificationPermission = .notAsked
    var answer: NotificationPermission = .allowed
    var offers: Bool?
    var tokens: [PushToken] = []
  }

  let state = Mutex(State())

  init(offers: Bool?) { state.withLock { $0.offers = offers } }

  func current() async -> NotificationPermission { state.withLock { $0.permission } }

  func ask() async throws -> NotificationPermission {
    state.withLock { state in
      if state.permission == .notAsked { state.permission = state.answer }
      return state.permission
    }
  }

  func features() async throws -> ServerFeatures {
    guard let offers = state.withLock({ $0.offers }) else { throw Refusal(.overloaded, "") }
    return ServerFeatures(notifications: offers)
  }

  func register(_ token: PushToken) async throws { state.withLock { $0.tokens.append(token) } }
  func markDelivered(_ notification: NotificationReference) async throws {}
}

@Suite("Notifications", .timeLimit(.minutes(5)))
@MainActor
struct NotificationTests {
  @Test("the screen says what the device allows and what the server offers")
  func sentences() async {
    let device = Device(offers: false)
    let model = NotificationSettingsModel(permissions: device, features: device)
    await model.load()
    #expect(model.state.content?.sentence == "Notifications are off.")
    #expect(model.state.content?.canAsk == true)
    await model.allow()
    #expect(
      model.state.content?.sentence
        == "This server does not send notifications yet. New messages are there when you open the app.")
    device.state.withLock { $0.offers = true }
    await model.load()
    #expect(model.state.content?.sentence == "Notifications come also while the app is closed.")
    device.state.withLock { $0.offers = nil }
    await model.load()
    #expect(model.state.content?.sentence == "Notifications are on.")
  }

  @Test("who has refused is sent to the device's settings, and asked no more")
  func denied() async {
    let device = Device(offers: true)
    device.state.withLock { $0.answer = .denied }
    let model = NotificationSettingsModel(permissions: device, features: device)
    await model.allow()
    #expect(model.state.content?.needsDeviceSettings == true && model.state.content?.canAsk == false)
  }

  @Test("the server is told the device's address, and says whether it sends notifications now")
  func register() async throws {
    let fixture = try DeviceFixture()
    let token = try PushToken([0x00, 0xAB, 0x0F], environment: .production)
    #expect(token.value == "00ab0f")
    let silent = Device(offers: false)
    #expect(try await NotificationActions(messages: fixture, push: silent, features: silent).register(token) == false)
    #expect(silent.state.withLock { $0.tokens } == [token], "it may get its keys later")
    let speaking = Device(offers: true)
    #expect(try await NotificationActions(messages: fixture, push: speaking, features: speaking).register(token))
    #expect(speaking.state.withLock { $0.tokens } == [token])
    #expect(throws: Refusal.self) { try PushToken([], environment: .production) }
  }

  @Test("an answer from a notification is in the outbox as a reply, and the message is read")
  func reply() async throws {
    let fixture = try DeviceFixture()
    let device = Device(offers: true)
    let message = try fixture.post(fixture.ada, "Lunch?")
    let reference = NotificationReference(
      conversation: DeviceFixture.conversation, message: message.id, seq: message.seq)
    let actions = NotificationActions(messages: fixture, push: device, features: device)
    _ = try await actions.reply("Gladly", to: reference)
    var timelines = fixture.store.observeTimeline(DeviceFixture.conversation).makeAsyncIterator()
    let timeline = try #require(await timelines.next())
    #expect(timeline.items.last?.text == "Gladly" && timeline.items.last?.replyTo == message.id)
    #expect(timeline.unread == 0)
    await #expect(throws: Refusal.self) { _ = try await actions.reply("  ", to: reference) }
  }

  @Test("a payload that is not about a message is no reference")
  func payload() {
    let id = "00000000-0000-7000-8000-00000000000a"
    #expect(NotificationReference(conversation: id, message: id, seq: 4)?.seq == 4)
    #expect(NotificationReference(conversation: id, message: id, seq: 0) == nil)
    #expect(NotificationReference(conversation: id, message: nil, seq: 4) == nil)
    #expect(NotificationReference(conversation: "team", message: id, seq: 4) == nil)
  }

  @Test("a notification names sender and group, and shortens a long message")
  func content() throws {
    let fixture = try DeviceFixture(kind: .group)
    let long = String(repeating: "word ", count: 100)
    let rows = [
      Message(
        id: MessageID(high: 1, low: 1), seq: 1, rev: 1, sender: fixture.ada, text: long,
        createdAt: fixture.profile.createdAt),
      Message(
        id: MessageID(high: 1, low: 2), seq: 2, rev: 1, sender: fixture.ada, text: "",
        createdAt: fixture.profile.createdAt,
        deletedAt: fixture.profile.createdAt),
    ]
    let window = FeedDelta(
      feed: .conversation(DeviceFixture.conversation),
      conversation: Conversation(
        id: DeviceFixture.conversation, rev: 1, kind: .group, name: "Team", createdAt: fixture.profile.createdAt,
        createdBy: fixture.ada),
      members: [Member(user: fixture.ada, rev: 1, role: .member, name: "Ada")], messages: rows)
    let shown = rows.map { row in
      MessageNotification(
        NotificationReference(conversation: DeviceFixture.conversation, message: row.id, seq: row.seq), window: window)
    }
    #expect(shown[0]?.title == "Ada" && shown[0]?.subtitle == "Team")
    #expect(shown[0]?.body?.count == MessageNotification.maximumLength)
    #expect(shown[0]?.thread == DeviceFixture.conversation.description)
    #expect(shown[1] != nil && shown[1]?.body == nil)
  }
}
