import Domain

extension ClientStore {
  /// Without those that are over: those that have reminded first, then by time.
  package func observeReminders() -> AsyncStream<[Reminder]> {
    stream(ReminderRecord.living, next: { $0 })
  }
}
