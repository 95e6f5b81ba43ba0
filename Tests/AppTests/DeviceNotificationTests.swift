import Domain
import Foundation
import MessageAIDevice
import Synchronization
import Testing
import UserNotifications

@testable import MessageAIApp

extension PlatformTests {
  @Suite("Notifications on the device")
  @MainActor
  struct DeviceNotificationTests {
    private let notifications = DeviceNotifications()
    private let center = UNUserNotificationCenter.current()
    private let conversation: ConversationID = PreviewSamples.id(11)

    private var notification: UNNotification {
      let content = UNMutableNotificationContent()
      content.userInfo = [
        "conversation": conversation.description, "message": PreviewSamples.question.description,
        "seq": NSNumber(value: 4),
      ]
      return UNNotification(shim: UNNotificationRequest(identifier: "1", content: content, trigger: nil))
    }

    @Test("the person is asked once; a token is asked for when they allow it")
    func permission() async throws {
      center.status = .notDetermined
      #expect(await notifications.current() == .notAsked)
      center.answer = .denied
      #expect(try await notifications.ask() == .denied)
      center.status = .notDetermined
      center.answer = .authorized
      #expect(try await notifications.ask() == .allowed)
    }

    @Test("the icon shows what is unread, and messages can be answered and marked from a notification")
    func offers() async {
      notifications.start()
      await notifications.setBadge(7)
      #expect(center.badgeCount == 7)
      let categories = await center.notificationCategories()
      #expect(Set(categories.map(\.identifier)) == [NotificationReference.category, ReminderNotification.category])
      let messages = categories.first { $0.identifier == NotificationReference.category }
      #expect(messages?.actions.map(\.identifier) == ["reply", "markRead"])
      #expect(center.delegate === notifications)
    }

    @Test("tapping leads to the message, also for who looks only later")
    func tap() async {
      let isDone = Mutex(false)
      notifications.userNotificationCenter(
        center,
        didReceive: UNNotificationResponse(
          shim: notification, actionIdentifier: UNNotificationDefaultActionIdentifier)
      ) { isDone.withLock { $0 = true } }
      #expect(isDone.withLock { $0 })
      var links = notifications.links().makeAsyncIterator()
      #expect(await links.next() == MessageLink(conversation: conversation, message: PreviewSamples.question))
    }

    @Test("tapping a reminder leads to the reminders")
    func reminder() async {
      let content = UNMutableNotificationContent()
      content.userInfo = ["reminder": PreviewSamples.question.description]
      let request = UNNotificationRequest(identifier: "1", content: content, trigger: nil)
      let isDone = Mutex(false)
      notifications.userNotificationCenter(
        center,
        didReceive: UNNotificationResponse(
          shim: UNNotification(shim: request), actionIdentifier: UNNotificationDefaultActionIdentifier)
      ) { isDone.withLock { $0 = true } }
      #expect(isDone.withLock { $0 })
      var reminders = notifications.reminders().makeAsyncIterator()
      #expect(await reminders.next()?.description == PreviewSamples.question.description)
      let router = Router()
      router.sheet = .newConversation
      router.openReminders()
      #expect(
        router.sheet == nil && router.tab == .insights && router[pathOf: .insights] == [.intelligence(.reminders)])
    }

    @Test("a reply is handed on with its text, and the system waits until it is done")
    func reply() async throws {
      let isDone = Mutex(false)
      notifications.userNotificationCenter(
        center,
        didReceive: UNTextInputNotificationResponse(shim: notification, actionIdentifier: "reply", userText: "Yes")
      ) { isDone.withLock { $0 = true } }
      var answers = notifications.answers().makeAsyncIterator()
      let answer = try #require(await answers.next())
      #expect(answer.kind == .reply("Yes") && answer.notification.seq == 4)
      #expect(!isDone.withLock { $0 })
      answer.finish()
      #expect(isDone.withLock { $0 })
    }

    @Test("a message of the conversation on screen needs no banner; others do")
    func onScreen() async {
      let shown = Mutex<[UNNotificationPresentationOptions]>([])
      for open in [conversation, PreviewSamples.id(12)] {
        notifications.openConversation = { open }
        notifications.userNotificationCenter(center, willPresent: notification) { options in
          shown.withLock { $0.append(options) }
        }
        let wanted = open == conversation ? 1 : 2
        await soon("it is decided") { shown.withLock { $0.count } == wanted }
      }
      #expect(shown.withLock { $0 } == [[], [.banner, .list, .sound]])
    }

    @Test("the device's address is handed on as text")
    func token() async {
      notifications.took(Data([0xAB, 0x01]))
      var tokens = notifications.tokens().makeAsyncIterator()
      #expect(await tokens.next()?.value == "ab01")
    }
  }
}
