import Domain
import ServerCore

extension MemoryData {
  struct OpinionRow {
    let account: Int64
    var opinion: Opinion
    let origin: OpinionOrigin
    let at: Timestamp
  }

  func reminder(_ id: ReminderID) -> StoredReminder? { savedReminders.first { $0.reminder.id == id } }

  func reminders(_ selection: ReminderSelection) -> [StoredReminder] {
    savedReminders.filter { stored in
      guard stored.reminder.state != .over else { return false }
      switch selection {
      case .of(let message): return stored.reminder.message == message && stored.reminder.insight == nil
      case .ofTask(let insight): return stored.reminder.insight == insight
      case .about(let conversation, let user):
        return stored.user == user && stored.reminder.conversation == conversation
      case .digests(let user): return stored.user == user && stored.reminder.kind == .digest
      }
    }
  }

  func waitingReminders(of account: Int64) -> Int {
    savedReminders.count { $0.account == account && $0.reminder.state == .waiting }
  }

  func hasReminder(of task: InsightID, dueAt: Timestamp, _ account: Int64) -> Bool {
    savedReminders.contains {
      $0.account == account && $0.reminder.insight == task && $0.reminder.dueAt == dueAt
    }
  }

  func save(_ reminder: Reminder, of account: Int64) {
    let stored = StoredReminder(
      account: account, user: accounts[Int(account)].stored.profile.id, reminder: reminder)
    if let index = savedReminders.firstIndex(where: { $0.reminder.id == reminder.id }) {
      savedReminders[index] = stored
    } else {
      savedReminders.append(stored)
    }
    change(account) { $0.rev = reminder.rev }
  }

  func insert(_ push: ReminderPush, of reminder: Reminder, at time: Timestamp) {
    let subject = PushRow.Subject.reminder(reminder.id, at: reminder.at)
    insert(push.id, subject, to: push.device, isUrgent: false, dueAt: push.dueAt, at: time)
  }

  func digestPlan(of account: Int64) -> DigestPlan? { savedPlans[account] }
  func save(_ plan: DigestPlan, of account: Int64) { savedPlans[account] = plan }

  func opinion(_ id: String, of account: Int64) -> Opinion? {
    savedOpinions.first { $0.account == account && $0.opinion.id == id }?.opinion
  }

  func opinions(_ selection: OpinionSelection) -> [StoredOpinion] {
    savedOpinions.compactMap { row in
      let user = accounts[Int(row.account)].stored.profile.id
      let isMeant =
        switch selection {
        case .on(let message): row.opinion.message == message
        case .about(let conversation, let owner): row.opinion.conversation == conversation && owner == user
        }
      guard isMeant, row.opinion.feedback != nil else { return nil }
      return StoredOpinion(account: row.account, user: user, opinion: row.opinion)
    }
  }

  func save(_ opinion: Opinion, of account: Int64, _ origin: OpinionOrigin, at time: Timestamp) {
    savedOpinions.removeAll { $0.account == account && $0.opinion.id == opinion.id }
    savedOpinions.append(OpinionRow(account: account, opinion: opinion, origin: origin, at: time))
    change(account) { $0.rev = opinion.rev }
  }

  func remove(_ opinion: Opinion, of account: Int64) {
    for index in savedOpinions.indices
    where savedOpinions[index].account == account && savedOpinions[index].opinion.id == opinion.id {
      savedOpinions[index].opinion.feedback = nil
      savedOpinions[index].opinion.rev = opinion.rev
    }
    change(account) { $0.rev = opinion.rev }
  }

  func eraseReminders(of account: Int64) {
    savedReminders.removeAll { $0.account == account }
    savedOpinions.removeAll { $0.account == account }
    savedPlans[account] = nil
  }

  func privateRows(of account: Int64, after rev: Int64) -> PrivateRows {
    PrivateRows(
      settings: accounts[Int(account)].settings.values.filter { $0.rev > rev }.sorted { $0.rev < $1.rev },
      reminders: savedReminders.filter { $0.account == account && $0.reminder.rev > rev }.map(\.reminder)
        .sorted { $0.rev < $1.rev },
      opinions: savedOpinions.filter { $0.account == account && $0.opinion.rev > rev }.map(\.opinion)
        .sorted { ($0.rev, $0.id) < ($1.rev, $1.id) },
      priorities: savedMarks.filter { $0.account == account && $0.mark.rev > rev }.map(\.mark)
        .sorted { ($0.rev, $0.message) < ($1.rev, $1.message) })
  }

  func unhelpful(to user: UserID) -> Set<String> {
    guard let number = numbers[user] else { return [] }
    return Set(
      savedOpinions.filter { $0.account == number && $0.opinion.feedback == .unhelpful }.map(\.opinion.id))
  }
}

extension MemoryStore: ReminderStore {
  package func reminder(_ id: ReminderID, of user: UserID) throws -> Reminder? {
    read { $0.reminder(id).flatMap { $0.user == user ? $0.reminder : nil } }
  }

  package func reminders(of user: UserID) throws -> [Reminder] {
    read { data in
      data.savedReminders.filter { $0.user == user && $0.reminder.state != .over }.map(\.reminder)
        .sorted { ($0.state.rawValue, $0.at) < ($1.state.rawValue, $1.at) }
    }
  }

  package func dueReminders(at now: Timestamp, limit: Int) throws -> [DueReminder] {
    read { data in
      let due = data.savedReminders.filter { stored in
        stored.reminder.state == .waiting && stored.reminder.at <= now
          && data.account(id: stored.user)?.stored.isDisabled == false
      }
      return due.sorted { $0.reminder.at < $1.reminder.at }.prefix(max(0, limit)).map { stored in
        DueReminder(
          user: stored.user, reminder: stored.reminder,
          settings: stored.reminder.conversation.flatMap { data.account(id: stored.user)?.settings[$0] })
      }
    }
  }

  package func remindableTasks(after start: Timestamp, before end: Timestamp) throws -> [RemindableTask] {
    read { data in
      let tasks = data.insights.compactMap { placed -> RemindableTask? in
        let insight = placed.insight
        guard insight.kind == .actionItem, insight.status == .open, !insight.isMaybe, let owner = insight.owner,
          let dueAt = insight.dueAt, dueAt > start, dueAt < end, let number = data.numbers[owner],
          !data.accounts[Int(number)].stored.isDisabled, let room = data.room(placed.conversation),
          room.state.row.isIntelligenceOn, room.state.presentMember(owner) != nil,
          !data.hasReminder(of: insight.id, dueAt: dueAt, number)
        else { return nil }
        return RemindableTask(
          conversation: placed.conversation, insight: insight, owner: owner,
          settings: data.accounts[Int(number)].settings[placed.conversation])
      }
      return tasks.sorted { ($0.insight.dueAt?.milliseconds ?? 0) < ($1.insight.dueAt?.milliseconds ?? 0) }
    }
  }

  package func digestPlans() throws -> [DigestPlan] {
    read { data in
      data.savedPlans.sorted { $0.key < $1.key }.compactMap { number, plan in
        let account = data.accounts[Int(number)].stored
        guard plan.times.isOn, !account.isDisabled else { return nil }
        return DigestPlan(
          user: plan.user, times: plan.times, timeZone: account.profile.timeZone, day: plan.day, lease: plan.lease,
          leasedUntil: plan.leasedUntil, failures: plan.failures, notBefore: plan.notBefore)
      }
    }
  }

  package func unhelpful(to user: UserID) throws -> Set<String> { read { $0.unhelpful(to: user) } }
}
