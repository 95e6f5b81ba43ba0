import ClientStore
import Domain
import WireProtocol

/// Reminders and opinions: read from the local store, where the private feed brings them, changed
/// over REST.
struct LiveReminderRepository: ReminderRepository {
  let runtime: ClientRuntime

  func observeReminders() -> AsyncStream<[Reminder]> { runtime.store.observeReminders() }

  func remind(
    at time: Timestamp, text: String?, of message: MessageID?, in conversation: ConversationID?
  ) async throws -> Reminder {
    let request = ReminderRequest(
      id: runtime.configuration.ids.next(), at: time, text: text, conversation: conversation, message: message)
    return try Reminder(json: try await runtime.call(.post, "/v1/reminders", body: request.json()))
  }

  func postpone(_ reminder: ReminderID, to time: Timestamp) async throws {
    try await change(reminder, ReminderChange(at: time))
  }

  func finish(_ reminder: ReminderID) async throws {
    try await change(reminder, ReminderChange(isDone: true))
  }

  private func change(_ reminder: ReminderID, _ change: ReminderChange) async throws {
    _ = try await runtime.call(.patch, "/v1/reminders/\(reminder)", body: change.json())
  }

  func setOpinion(
    _ feedback: AIOutput.Feedback?, of subject: Opinion.Subject, _ message: MessageID, in conversation: ConversationID
  ) async throws {
    _ = try await runtime.call(
      .put, "/v1/conversations/\(conversation)/messages/\(message)/opinions/\(subject.rawValue)",
      body: OpinionRequest(feedback: feedback).json())
  }
}
