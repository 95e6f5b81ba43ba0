import Domain

/// What the app shows and hears of notifications; whether they may come is
/// `NotificationPermissions` of Domain.
protocol NotificationCentre: Sendable {
  /// The number on the app's icon; 0 takes it away.
  func setBadge(_ count: Int) async
  /// Takes back what the system has learned of who writes: nobody is signed in any more.
  func forget()
  /// The messages whose notifications are tapped, also the one that started the app. One observer
  /// at a time.
  func links() -> AsyncStream<MessageLink>
  /// The reminders whose notifications are tapped, likewise.
  func reminders() -> AsyncStream<ReminderID>
}
