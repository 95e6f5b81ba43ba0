/// Reminders and opinions as a client sees them: rows of the private feed, read from the device and
/// changed by the server.
public protocol ReminderRepository: Sendable {
  /// As they are now and after each change, without those that are over: those that have reminded
  /// first, then by time.
  func observeReminders() -> AsyncStream<[Reminder]>
  /// Of a message, or of words of one's own. Throws `invalid` for a time that has passed and for
  /// nothing to remind of.
  func remind(
    at time: Timestamp, text: String?, of message: MessageID?, in conversation: ConversationID?
  ) async throws -> Reminder
  /// It reminds then, once more.
  func postpone(_ reminder: ReminderID, to time: Timestamp) async throws
  func finish(_ reminder: ReminderID) async throws

  /// What I think of something that is shown of a message: of no help, it is not shown to me again.
  /// `nil` takes it back.
  func setOpinion(
    _ feedback: AIOutput.Feedback?, of subject: Opinion.Subject, _ message: MessageID, in conversation: ConversationID
  ) async throws
}
