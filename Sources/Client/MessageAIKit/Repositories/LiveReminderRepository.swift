import ClientStore
import Domain

/// Reminders and opinions: read from the local store, where the private feed brings them, changed
/// by requests, which wait without a connection.
struct LiveReminderRepository: ReminderRepository {
  let runtime: ClientRuntime

  func observeReminders() -> AsyncStream<[Reminder]> { runtime.store.observeReminders() }

  func remind(
    at time: Timestamp, text: String?, of message: MessageID?, in conversation: ConversationID?
  ) async throws -> Reminder {
    let id: ReminderID = runtime.configuration.ids.next()
    let request = ServerRequest.remind(id, at: time, text: text, message: message, in: conversation)
    if case .reminder(let row) = try await runtime.perform(request) { return row }
    return try runtime.store.reminder(id)
  }

  func postpone(_ reminder: ReminderID, to time: Timestamp) async throws {
    _ = try await runtime.perform(.postponeReminder(reminder, to: time))
  }

  func finish(_ reminder: ReminderID) async throws {
    _ = try await runtime.perform(.finishReminder(reminder))
  }

  func setOpinion(
    _ feedback: AIOutput.Feedback?, of subject: Opinion.Subject, _ message: MessageID, in conversation: ConversationID
  ) async throws {
    _ = try await runtime.perform(.setOpinion(feedback, of: subject, message, in: conversation))
  }
}
