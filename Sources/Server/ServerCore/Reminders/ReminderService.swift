import Domain
import WireProtocol

/// What people are reminded of, and what they find of no help.
package struct ReminderService: Sendable {
  private let store: any WorkspaceStore
  private let work: any WorkExecutor
  private let commands: any CommandPerformer
  private let admit: @Sendable (UserID) async throws(Refusal) -> Void

  /// `admit` throws `forbidden` for somebody whom reminders do not reach.
  package init(
    store: any WorkspaceStore, work: any WorkExecutor, commands: any CommandPerformer,
    admit: @escaping @Sendable (UserID) async throws(Refusal) -> Void
  ) {
    self.admit = admit
    self.store = store
    self.work = work
    self.commands = commands
  }

  /// Those that are not over: those that have reminded first, then by time.
  package func reminders(of user: UserID) async throws(Refusal) -> [Reminder] {
    try await read { try $0.reminders(of: user) }
  }

  /// Throws `notFound` for one that is another's, unknown or over.
  package func reminder(_ id: ReminderID, of user: UserID) async throws(Refusal) -> Reminder {
    guard let reminder = try await read({ try $0.reminder(id, of: user) }), reminder.state != .over else {
      throw .notFound
    }
    return reminder
  }

  /// Throws `forbidden` where reminders do not reach the user, and what `Rules.Reminders.add` does.
  package func add(_ request: ReminderRequest, by user: UserID) async throws(Refusal) -> Reminder {
    let subject: NewReminder.Subject
    switch (request.message, request.conversation, request.text) {
    case (let message?, let conversation?, nil): subject = .message(message, in: conversation)
    case (nil, nil, let text?): subject = .note(text)
    default: throw Refusal(.invalid, "A reminder is of a message of a conversation, or of words of one's own.")
    }
    return try await add(NewReminder(id: request.id, at: request.at, subject: subject), by: user)
  }

  package func add(_ new: NewReminder, by user: UserID) async throws(Refusal) -> Reminder {
    try await admit(user)
    return try await perform(.add(user: user, new))
  }

  /// Puts it off, or ends it: either, not both, else `invalid`.
  package func change(
    _ id: ReminderID, _ change: ReminderChange, by user: UserID
  ) async throws(Refusal) -> Reminder {
    switch (change.at, change.isDone) {
    case (let time?, nil), (let time?, false?): return try await perform(.postpone(user: user, id, to: time))
    case (nil, true?): return try await perform(.finish(user: user, id))
    default: throw Refusal(.invalid, "A reminder is put off or done.")
    }
  }

  private func perform(_ command: ReminderCommand) async throws(Refusal) -> Reminder {
    guard case .reminder(let reminder) = try await commands.perform(.intelligence(.reminder(command))) else {
      throw Refusal(.internal, "The server answered itself with something unexpected.")
    }
    return reminder
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (any WorkspaceStore) throws -> Value
  ) async throws(Refusal) -> Value {
    try await work.reading { [store] in try body(store) }
  }
}
