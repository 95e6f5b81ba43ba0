import Domain
import Synchronization

/// Reminders that a test publishes; notes what is wanted of them.
final class FakeReminders: ReminderRepository {
  struct State {
    var refusal: Refusal?
    var calls: [String] = []
    var reminders: [Reminder] = []
    var observers: [AsyncStream<[Reminder]>.Continuation] = []
  }

  let state = Mutex(State())

  func publish(_ reminders: [Reminder]) {
    state.withLock { state in
      state.reminders = reminders
      for observer in state.observers { observer.yield(reminders) }
    }
  }

  private func note(_ call: String) throws {
    try state.withLock { state in
      state.calls.append(call)
      if let refusal = state.refusal { throw refusal }
    }
  }

  func observeReminders() -> AsyncStream<[Reminder]> {
    let (stream, continuation) = AsyncStream<[Reminder]>.makeStream()
    state.withLock { state in
      state.observers.append(continuation)
      continuation.yield(state.reminders)
    }
    return stream
  }

  func remind(
    at time: Timestamp, text: String?, of message: MessageID?, in conversation: ConversationID?
  ) async throws -> Reminder {
    try note("remind \(message == nil ? text ?? "-" : "of a message") at \(time.milliseconds)")
    return Reminder(
      id: ReminderID(high: 1, low: 1), kind: message == nil ? .note : .message, at: time, text: text ?? "",
      conversation: conversation, message: message, createdAt: time)
  }

  func postpone(_ reminder: ReminderID, to time: Timestamp) async throws {
    try note("postpone \(reminder.low) to \(time.milliseconds)")
  }

  func finish(_ reminder: ReminderID) async throws { try note("finish \(reminder.low)") }

  func setOpinion(
    _ feedback: AIOutput.Feedback?, of subject: Opinion.Subject, _ message: MessageID, in conversation: ConversationID
  ) async throws {
    try note("\(feedback?.rawValue ?? "none") \(subject.rawValue) \(message.low)")
  }
}
