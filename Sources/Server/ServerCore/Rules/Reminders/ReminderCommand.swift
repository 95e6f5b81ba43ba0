import Domain

package enum ReminderCommand: Sendable {
  /// Of a message that the user can read, or of words of theirs. The same id again answers the
  /// existing one.
  case add(user: UserID, NewReminder)
  /// `notFound` for one that is not the user's, `gone` to put off one that is over.
  case postpone(user: UserID, ReminderID, to: Timestamp)
  case finish(user: UserID, ReminderID)
  /// These have come due: each is what its user is reminded of once, with its notifications, or
  /// nothing at all when it is not to be reminded of any more.
  case fire([ReminderFiring])
}

/// What somebody wants to be reminded of.
package struct NewReminder: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case message(MessageID, in: ConversationID)
    case note(String)
  }

  package let id: ReminderID
  package let at: Timestamp
  package let subject: Subject

  package init(id: ReminderID, at: Timestamp, subject: Subject) {
    self.id = id
    self.at = at
    self.subject = subject
  }
}

/// A reminder that has come due, and the notifications of it.
package struct ReminderFiring: Sendable {
  package enum Subject: Sendable {
    /// One that waits.
    case waiting(ReminderID)
    /// A task, as it was read: its owner is reminded of it under this id.
    case task(InsightID, in: ConversationID, dueAt: Timestamp, as: ReminderID)
  }

  package let user: UserID
  package let subject: Subject
  /// The time that was meant.
  package let at: Timestamp
  package let pushes: [ReminderPush]

  package init(user: UserID, subject: Subject, at: Timestamp, pushes: [ReminderPush]) {
    self.user = user
    self.subject = subject
    self.at = at
    self.pushes = pushes
  }
}

/// A notification of a reminder, for one device.
package struct ReminderPush: Hashable, Sendable {
  package let id: PushAttemptID
  /// The device's number.
  package let device: Int64
  package let dueAt: Timestamp

  package init(id: PushAttemptID, device: Int64, dueAt: Timestamp) {
    self.id = id
    self.device = device
    self.dueAt = dueAt
  }
}

/// A reminder with whose it is.
package struct StoredReminder: Hashable, Sendable {
  /// As in `AccountState.number`.
  package let account: Int64
  package let user: UserID
  package var reminder: Reminder

  package init(account: Int64, user: UserID, reminder: Reminder) {
    self.account = account
    self.user = user
    self.reminder = reminder
  }
}

/// Which reminders: those that are not over.
package enum ReminderSelection: Sendable {
  /// Of a message itself, not of tasks in it.
  case of(MessageID)
  case ofTask(InsightID)
  /// What rests on a conversation, for one user.
  case about(ConversationID, UserID)
  /// That a digest of the user's is there.
  case digests(UserID)
}
