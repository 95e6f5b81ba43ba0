import Domain
import MessageAIDevice
import MessageAIKit
import ViewModels

/// What the app does when the system asks for it, also without a screen.
extension AppContainer {
  /// Seconds for which a reply from a notification keeps the app awake.
  static let patience = 20.0

  /// What the system wakes the app for: until everything has come, nobody is signed in, or the task
  /// is cancelled.
  func catchUp() async {
    guard let repositories = backend?.repositories else { return }
    await repositories.connection.kick()
    for await state in repositories.connection.observeConnection() {
      if state.isOnline || state == .signedOut { break }
    }
    for await count in repositories.conversations.observeBadge() {
      await services.notifications.setBadge(count)
      break
    }
  }

  /// What the system wakes the app for when it has carried files: until the messages have gone that
  /// waited for them, or the task is cancelled.
  func sendWhatWaits() async {
    await catchUp()
    guard let repositories = backend?.repositories else { return }
    await Session.untilSent(repositories.conversations.observeConversations())
  }

  /// Does what is chosen at notifications, for as long as the app runs.
  func followAnswers(_ answers: AsyncStream<NotificationAnswer>) async {
    let log = AppLog(.notifications)
    for await answer in answers {
      do {
        try await perform(answer)
      } catch {
        log.failed("What was chosen at a notification was not done", error)
      }
      answer.finish()
    }
  }

  /// Waits until the server has what was written, or the system's patience is near its end.
  private func untilSent(_ conversation: ConversationID, _ repositories: Repositories) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await repositories.connection.kick()
        for await timeline in repositories.messages.observeTimeline(conversation) {
          if timeline.items.allSatisfy({ $0.status != .sending }) { return }
        }
      }
      group.addTask { [pauses = services.pauses] in
        do {
          try await pauses.sleep(for: .seconds(Self.patience))
        } catch {
          // Cancelled: it has been sent.
          return
        }
      }
      await group.next()
      group.cancelAll()
    }
  }

  /// Keeps the server told of the device's address, for as long as the app runs.
  func followTokens(_ tokens: AsyncStream<PushToken>) async {
    var current: Task<Void, Never>?
    for await token in tokens {
      current?.cancel()
      current = Task { await self.keepRegistered(token) }
    }
    current?.cancel()
  }

  /// Once for each person who signs in.
  private func keepRegistered(_ token: PushToken) async {
    guard let repositories = backend?.repositories else { return }
    let actions = actions(repositories)
    var registered: UserID?
    for await profile in repositories.auth.observeProfile() where profile?.id != registered {
      registered = profile?.id
      guard registered != nil else { continue }
      do {
        try await actions.register(token)
      } catch {
        AppLog(.notifications).failed("The server was not told the device's address", error)
      }
    }
  }

  private func actions(_ repositories: Repositories) -> NotificationActions {
    NotificationActions(
      messages: repositories.messages, push: repositories.push, features: repositories.features)
  }

  private func perform(_ answer: NotificationAnswer) async throws {
    guard let repositories = backend?.repositories else { throw ClientError.signedOut }
    let actions = actions(repositories)
    switch answer.kind {
    case .reply(let text):
      try await actions.reply(text, to: answer.notification)
      await untilSent(answer.notification.conversation, repositories)
    case .markRead: try await actions.markRead(answer.notification)
    }
  }
}
