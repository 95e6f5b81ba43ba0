import Domain
import Foundation
import MessageAIDevice
import MessageAIKit
import UserNotifications

/// Puts a message into the notification about it: the push carries ids only, the text comes from
/// the team's server.
struct NotificationComposer: Sendable {
  /// Opens the connection to the server that the app is signed in at; `nil` when it is at none.
  let open: @Sendable () throws -> NotificationClient?
  let log: AppLog

  init(group: DeviceGroup, log: AppLog = AppLog(.notifications)) {
    self.init(log: log) {
      guard let server = group.server else { return nil }
      return try NotificationClient(configuration: ClientConfiguration(server: server, vault: group.vault))
    }
  }

  init(log: AppLog = AppLog(.notifications), open: @escaping @Sendable () throws -> NotificationClient?) {
    self.open = open
    self.log = log
  }

  /// The message that the notification is about and is now on this device; `nil` leaves the
  /// notification as it came.
  func message(_ reference: NotificationReference) async -> Communication? {
    await fetch { client in
      guard let found = try await client.content(of: reference) else { return nil }
      await markDelivered(reference, client)
      return Communication(message: found, face: await face(of: found, client))
    }
  }

  /// The reminder that the notification is about; `nil` leaves the notification as it came.
  func reminder(_ id: ReminderID) async -> ReminderNotification? {
    await fetch { try await $0.content(of: id) }
  }

  private func fetch<Content>(_ content: (NotificationClient) async throws -> Content?) async -> Content? {
    do {
      guard let client = try open() else { return nil }
      let found: Content?
      do {
        found = try await content(client)
      } catch {
        log.failed("What a notification is about was not fetched", error)
        found = nil
      }
      try await client.close()
      return found
    } catch {
      log.failed("A notification could not reach the server", error)
      return nil
    }
  }

  /// Without it the system shows initials.
  private func face(of message: MessageNotification, _ client: NotificationClient) async -> Data? {
    do {
      return try await client.face(of: message)
    } catch {
      log.failed("A sender's photo was not fetched", error)
      return nil
    }
  }

  private func markDelivered(_ reference: NotificationReference, _ client: NotificationClient) async {
    do {
      try await client.markDelivered(reference)
    } catch {
      // The message is marked when the app next connects.
      log.failed("A message was not marked as delivered", error)
    }
  }
}

extension UNMutableNotificationContent {
  /// Says what the message says; one that was deleted meanwhile says so.
  func show(_ message: MessageNotification) {
    title = message.title
    subtitle = message.subtitle ?? ""
    body = Self.body(of: message)
    threadIdentifier = message.thread
    categoryIdentifier = NotificationReference.category
  }

  /// Says what it is of; of what its user may not read any more, that alone.
  func show(_ reminder: ReminderNotification) {
    title = reminder.kind == .digest ? String(localized: "Your digest") : String(localized: "Reminder")
    subtitle = ""
    body =
      switch reminder.kind {
      case .task where reminder.text.isEmpty: String(localized: "A task of yours is due soon.")
      case .message where reminder.text.isEmpty: String(localized: "A message that is not there for you any more.")
      default: reminder.text
      }
  }

  private static func body(of message: MessageNotification) -> String {
    guard let text = message.body else { return String(localized: "Message deleted") }
    guard text.isEmpty, let files = message.files else { return text }
    switch (files.kind, files.count) {
    case (.image, 1): return String(localized: "Photo")
    case (.image, let count): return String(localized: "\(count) photos")
    case (.voice, 1): return String(localized: "Voice message")
    case (.voice, let count): return String(localized: "\(count) voice messages")
    case (.file, 1): return files.name
    case (.file, let count): return String(localized: "\(count) files")
    }
  }
}
