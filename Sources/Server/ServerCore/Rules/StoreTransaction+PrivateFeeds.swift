import Domain

extension StoreTransaction {
  /// Saves reminders and marks under the next revision of the user's private feed, which takes it.
  /// `opinions` are saved under that revision already. Without any row nothing happens.
  func announce(
    _ reminders: [Reminder] = [], _ opinions: [Opinion] = [], marks: [PriorityMark] = [], of account: AccountState
  ) throws -> CommandAnswer {
    guard !(reminders.isEmpty && opinions.isEmpty && marks.isEmpty) else { return .done }
    let rev = account.rev + 1
    let reminders = reminders.map { $0.with(rev: rev) }
    let marks = marks.map { $0.with(rev: rev) }
    for row in reminders { try save(row, of: account.number) }
    for row in marks { try save(row, of: account.number) }
    let delta = FeedDelta(
      feed: .me, fromRev: account.rev, toRev: rev, reminders: reminders, opinions: opinions, priorities: marks)
    return CommandAnswer(.done, changes: [.delta(delta, audience: [account.profile.id])])
  }

  /// What people's reminders, opinions and marks come to after these changes, before anybody looks
  /// anew: none outlives the words that it was made of, nor its user's place in the conversation.
  /// One revision for each user.
  func followed(_ changes: [FeedChange], at time: Timestamp) throws -> [FeedChange] {
    var followed = FollowedRows()
    for change in changes {
      switch change {
      case .delta(let delta, _):
        try followReminders(delta, &followed)
        try followMarks(delta, &followed, at: time)
      case .gone(.conversation(let id), let users):
        for user in users {
          try loseReminders(id, user, &followed)
          followed.add(try marks(.of(user)).filter { $0.mark.conversation == id })
        }
      case .gone, .joined, .sessionsEnded, .tokensReplaced: break
      }
    }
    return try followed.users.flatMap { user in
      guard let account = try account(of: user) else { return [FeedChange]() }
      let opinions = try followed.opinions[user, default: []].map { opinion in
        var row = opinion
        (row.feedback, row.rev) = (nil, account.rev + 1)
        try remove(row, of: account.number)
        return row
      }
      return try announce(
        followed.reminders[user, default: []], opinions, marks: followed.marks[user, default: []], of: account
      ).changes
    }
  }
}

/// Rows of private feeds that follow a change, by user.
struct FollowedRows {
  private(set) var users: [UserID] = []
  private(set) var reminders: [UserID: [Reminder]] = [:]
  private(set) var opinions: [UserID: [Opinion]] = [:]
  /// Tombstones, each message once.
  private(set) var marks: [UserID: [PriorityMark]] = [:]

  mutating func add(_ reminder: Reminder?, of user: UserID) {
    guard let reminder else { return }
    note(user)
    // The last word on one counts.
    reminders[user, default: []].removeAll { $0.id == reminder.id }
    reminders[user, default: []].append(reminder)
  }

  mutating func add(_ stored: StoredOpinion) {
    note(stored.user)
    opinions[stored.user, default: []].append(stored.opinion)
  }

  mutating func add(_ ended: [StoredMark]) {
    for stored in ended {
      guard marks[stored.user]?.contains(where: { $0.message == stored.mark.message }) != true else { continue }
      note(stored.user)
      marks[stored.user, default: []].append(Rules.Priorities.ended(stored.mark))
    }
  }

  private mutating func note(_ user: UserID) {
    if !users.contains(user) { users.append(user) }
  }
}

extension Reminder {
  func with(rev: Int64) -> Reminder {
    var copy = self
    copy.rev = rev
    return copy
  }
}

extension PriorityMark {
  fileprivate func with(rev: Int64) -> PriorityMark {
    var copy = self
    copy.rev = rev
    return copy
  }
}
