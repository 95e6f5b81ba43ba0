import Domain

extension StoreTransaction {
  func perform(_ command: ReminderCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .add(let user, let new): return try add(new, of: account(user), at: time)
    case .postpone(let user, let id, let moment):
      let stored = try reminder(id, of: user)
      return try change(stored, to: Rules.Reminders.postpone(stored.reminder, to: moment, at: time))
    case .finish(let user, let id):
      let stored = try reminder(id, of: user)
      guard stored.reminder.state != .over else { return CommandAnswer(.reminder(stored.reminder)) }
      return try change(stored, to: Rules.Reminders.over(stored.reminder))
    case .fire(let firings):
      var answer = CommandAnswer.done
      for firing in firings { answer.changes += try fire(firing, at: time) }
      return answer
    }
  }

  private func add(_ new: NewReminder, of account: AccountState, at time: Timestamp) throws -> CommandAnswer {
    if let known = try reminder(new.id) {
      guard known.account == account.number else { throw Refusal(.conflict, "That reminder id is in use.") }
      return CommandAnswer(.reminder(known.reminder))
    }
    var message: Message?
    if case .message(let id, let place) = new.subject {
      let conversation = try conversation(place)
      try conversation.state.authorize(.read, account.profile.id)
      message = try self.message(id).flatMap { $0.place.conversation == conversation.key ? $0.message : nil }
    }
    let reminder = try Rules.Reminders.add(
      new, message: message, waiting: waitingReminders(of: account.number), at: time)
    var answer = try announce([reminder], of: account)
    answer.result = .success(.reminder(reminder.with(rev: account.rev + 1)))
    return answer
  }

  /// Throws `notFound` for one that is not the user's.
  private func reminder(_ id: ReminderID, of user: UserID) throws -> StoredReminder {
    guard let stored = try reminder(id), stored.user == user else { throw Refusal.notFound }
    return stored
  }

  private func change(_ stored: StoredReminder, to reminder: Reminder) throws -> CommandAnswer {
    let account = try account(stored.user)
    var answer = try announce([reminder], of: account)
    answer.result = .success(.reminder(reminder.with(rev: account.rev + 1)))
    return answer
  }

  /// Each is done once, by whoever comes first: what another has done, or what has changed since it
  /// was read, is left alone.
  private func fire(_ firing: ReminderFiring, at time: Timestamp) throws -> [FeedChange] {
    guard let account = try account(of: firing.user), let fired = try fired(firing, account, at: time) else {
      return []
    }
    let answer = try announce([fired], of: account)
    if fired.state == .due {
      for push in firing.pushes { try insert(push, of: fired, at: time) }
    }
    return answer.changes
  }

  private func fired(_ firing: ReminderFiring, _ account: AccountState, at time: Timestamp) throws -> Reminder? {
    let user = account.profile.id
    switch firing.subject {
    case .waiting(let id):
      guard let stored = try reminder(id), stored.account == account.number else { return nil }
      let task = try stored.reminder.insight.flatMap { try insight($0)?.insight }
      return Rules.Reminders.fire(stored.reminder, task: task, of: user, at: time)
    case .task(let id, let place, let dueAt, let reminder):
      guard try !hasReminder(of: id, dueAt: dueAt, account.number), let conversation = try loadedConversation(place)
      else { return nil }
      let known = try insight(id)
      let state = conversation.state
      return Rules.Reminders.remind(
        of: known?.conversation == place ? known?.insight : nil, in: place, dueAt: dueAt, as: reminder, to: user,
        isMember: state.presentMember(user) != nil && state.row.isIntelligenceOn, meant: firing.at, at: time)
    }
  }

}

// MARK: - What happens to what they are about

extension StoreTransaction {
  /// What was deleted is nobody's to be reminded of, and a done task nobody's either.
  func followReminders(_ delta: FeedDelta, _ followed: inout FollowedRows) throws {
    for insight in delta.insights where insight.kind == .actionItem {
      for stored in try reminders(.ofTask(insight.id)) {
        followed.add(Rules.Reminders.follow(insight, stored.reminder, of: stored.user), of: stored.user)
      }
    }
    // A new message is nothing that anybody could be reminded of.
    for message in delta.messages where message.isDeleted || message.editedAt != nil {
      for stored in try reminders(.of(message.id)) {
        followed.add(Rules.Reminders.follow(message, stored.reminder), of: stored.user)
      }
      guard message.isDeleted else { continue }
      for stored in try opinions(.on(message.id)) { followed.add(stored) }
    }
  }

  /// Who has lost a conversation keeps nothing of it.
  func loseReminders(_ conversation: ConversationID, _ user: UserID, _ followed: inout FollowedRows) throws {
    for stored in try reminders(.about(conversation, user)) {
      followed.add(Rules.Reminders.lose(stored.reminder), of: user)
    }
    for stored in try opinions(.about(conversation, user)) { followed.add(stored) }
  }
}
