import Domain

/// What reminders and digests at a time read of the database. Like `PushStore`; writes are
/// `WriteCommand.Body.intelligence`.
package protocol ReminderStore: Sendable {
  /// The user's, over or not; `nil` for one that is another's or unknown.
  func reminder(_ id: ReminderID, of user: UserID) throws -> Reminder?
  /// The user's that are not over: those that have reminded first, then by time.
  func reminders(of user: UserID) throws -> [Reminder]
  /// Those that wait and whose time has come, oldest first.
  func dueReminders(at now: Timestamp, limit: Int) throws -> [DueReminder]
  /// Open tasks with an owner that are due after `start` and before `end`, in the order of that;
  /// those of which the owner was reminded, the maybes and those of conversations where the AI is
  /// off or the owner is no longer are left out.
  func remindableTasks(after start: Timestamp, before end: Timestamp) throws -> [RemindableTask]
  /// Of people who want a digest and may sign in.
  func digestPlans() throws -> [DigestPlan]
}

/// A reminder that waits, and how its user keeps the conversation.
package struct DueReminder: Sendable {
  package let user: UserID
  package let reminder: Reminder
  /// `nil` stands for the standard ones, and where there is no conversation.
  package let settings: ConversationSettings?

  package init(user: UserID, reminder: Reminder, settings: ConversationSettings?) {
    self.user = user
    self.reminder = reminder
    self.settings = settings
  }
}

/// A task of which its owner may be to be reminded.
package struct RemindableTask: Sendable {
  package let conversation: ConversationID
  package let insight: Insight
  package let owner: UserID
  /// The owner's. `nil` stands for the standard ones.
  package let settings: ConversationSettings?

  package init(conversation: ConversationID, insight: Insight, owner: UserID, settings: ConversationSettings?) {
    self.conversation = conversation
    self.insight = insight
    self.owner = owner
    self.settings = settings
  }
}
