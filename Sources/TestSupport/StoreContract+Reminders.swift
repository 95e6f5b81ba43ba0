import Domain
import ServerCore
import WireProtocol

extension StoreContract {
  static var reminderCases: [Case] { ownReminderCases + taskReminderCases + opinionCases + digestCases }

  private static var ownReminderCases: [Case] {
    [
      Case("a reminder is a row of its user's private feed alone, and the same id again is the same reminder") {
        fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let message = try fixture.post("Who signs?", by: ben, in: team)
        let before = try fixture.me(ada)
        let new = fixture.reminder(.message(message.id, in: team))
        let outcome = try fixture.commit(.intelligence(.reminder(.add(user: ada, new))))
        guard case .delta(let delta, let audience)? = outcome.changes.first, outcome.changes.count == 1 else {
          throw ContractViolation(description: "nobody hears of it")
        }
        try expectEqual(audience, [ada])
        try expectEqual([delta.fromRev, delta.toRev], [before.toRev, before.toRev.map { $0 + 1 }])
        let row = try require(fixture.me(ada).reminders.first, "row")
        try expectEqual(delta.reminders, [row])
        try expectEqual([row.rev, row.at.milliseconds], [delta.toRev ?? 0, new.at.milliseconds])
        try expectEqual(row.text, "Who signs?")
        try expectEqual(try fixture.me(ada, after: before.toRev ?? 0).reminders, [row])
        try expect(try fixture.me(ada, after: row.rev).reminders.isEmpty, "again")
        try expect(try fixture.me(ben).reminders.isEmpty, "another's")
        let again = try fixture.commit(.intelligence(.reminder(.add(user: ada, new))))
        try expect(again.changes.isEmpty, "a repeat changes something")
        try fixture.expectRefusal(.conflict, .intelligence(.reminder(.add(user: ben, new))))
        let eve = try fixture.user("Eve")
        try fixture.expectRefusal(
          .notFound, .intelligence(.reminder(.add(user: eve, fixture.reminder(.message(message.id, in: team))))))
        try fixture.expectRefusal(.notFound, .intelligence(.reminder(.finish(user: ben, new.id))))
        try fixture.expectRefusal(
          .notFound, .intelligence(.reminder(.postpone(user: ben, new.id, to: StoreFixture.later))))
        try expect(try fixture.reminders().reminder(new.id, of: ben) == nil, "another's is read")
      },
      Case("a reminder that waits comes due once; put off, it reminds again, and over, it is a tombstone") { fixture in
        _ = try fixture.user("the admin, who cannot be disabled")
        let ada = try fixture.user("Ada")
        let new = fixture.reminder(.note("Call the bank"))
        try fixture.perform(.intelligence(.reminder(.add(user: ada, new))))
        let store = try fixture.reminders()
        try expect(try store.dueReminders(at: new.at.adding(milliseconds: -1), limit: 9).isEmpty, "before its time")
        try expectEqual(try store.dueReminders(at: new.at, limit: 9).map(\.reminder.id), [new.id])
        try expect(try store.dueReminders(at: new.at, limit: 0).isEmpty, "beyond the limit")
        let firing = ReminderFiring(user: ada, subject: .waiting(new.id), at: new.at, pushes: [])
        let early = try fixture.commit(.intelligence(.reminder(.fire([firing]))))
        try expect(early.changes.isEmpty, "before its time, when the clock was put back")
        let outcome = try fixture.commit(.intelligence(.reminder(.fire([firing, firing]))), at: new.at)
        try expectEqual(outcome.changes.count, 1, "told once")
        try expectEqual(try fixture.me(ada).reminders.map(\.state), [.due])
        try expect(try store.dueReminders(at: StoreFixture.later, limit: 9).isEmpty, "due again")
        try fixture.perform(
          .intelligence(.reminder(.postpone(user: ada, new.id, to: StoreFixture.later))), at: new.at)
        try expectEqual(try store.dueReminders(at: StoreFixture.later, limit: 9).map(\.reminder.id), [new.id])
        let rev = try require(fixture.me(ada).toRev, "rev")
        try fixture.perform(.intelligence(.reminder(.finish(user: ada, new.id))), at: new.at)
        try expect(try fixture.me(ada).reminders.isEmpty, "a window has tombstones")
        let tombstone = try require(fixture.me(ada, after: rev).reminders.first, "tombstone")
        try expectEqual(tombstone.state, .over)
        try expectEqual(tombstone.text, "")
        let ended = try fixture.commit(.intelligence(.reminder(.finish(user: ada, new.id))))
        try expect(ended.changes.isEmpty, "over twice")
        try fixture.expectRefusal(
          .gone, .intelligence(.reminder(.postpone(user: ada, new.id, to: StoreFixture.later.adding(seconds: 9)))))
        try fixture.perform(.account(.setDisabled(user: ada, true)))
        let other = fixture.reminder(.note("x"))
        try fixture.perform(.intelligence(.reminder(.add(user: ada, other))))
        try expect(try store.dueReminders(at: StoreFixture.later, limit: 9).isEmpty, "of a disabled account")
      },
      Case("a reminder follows its message: edited it says so, deleted it is over, and lost it keeps no word") {
        fixture in
        let (ada, ben, cleo) = (try fixture.user("Ada"), try fixture.user("Ben"), try fixture.user("Cleo"))
        let team = try fixture.group(ada, [ben, cleo])
        let messages = try ["one", "two"].map { try fixture.post($0, by: ada, in: team) }
        for user in [ben, cleo] {
          for message in messages {
            let new = fixture.reminder(.message(message.id, in: team))
            try fixture.perform(.intelligence(.reminder(.add(user: user, new))))
          }
        }
        func texts(_ user: UserID) throws -> [String] { try fixture.me(user).reminders.map(\.text).sorted() }
        let edit = MessageCommand.edit(
          asker: ada, conversation: team, id: messages[0].id, editID: fixture.id(), text: "three")
        let outcome = try fixture.commit(.message(edit))
        let told = outcome.changes.compactMap { change -> UserID? in
          guard case .delta(let delta, let audience) = change, delta.feed == .me else { return nil }
          return audience.first
        }
        try expectEqual(Set(told), [ben, cleo])
        try expectEqual(try texts(ben), ["three", "two"])
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: messages[1].id)))
        try expectEqual(try texts(ben), ["three"])
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        let left = try fixture.me(ben).reminders
        try expectEqual(left.map(\.text), [""])
        try expect(left[0].message == nil && left[0].conversation == nil && left[0].state == .waiting, "what is left")
        try expectEqual(try texts(cleo), ["three"])
        try fixture.perform(.account(.delete(user: cleo)))
        try expect(try fixture.reminders().reminders(of: cleo).isEmpty, "of an account that is gone")
      },
      Case("notifications of a reminder are planned with it, one for each device and time") { fixture in
        let ada = try fixture.user("Ada")
        let session = try fixture.session(of: ada, token: [1])
        try fixture.subscribe(ada, session, "one")
        let push = try fixture.push()
        let target = try require(push.pushDevices(of: ada, at: StoreFixture.start).first, "device")
        try expectEqual(target.session, session)
        let new = fixture.reminder(.note("Call the bank"))
        try fixture.perform(.intelligence(.reminder(.add(user: ada, new))))
        func fire(at time: Timestamp) throws -> PushAttemptID {
          let id: PushAttemptID = fixture.id()
          let planned = ReminderPush(id: id, device: target.device, dueAt: time)
          let firing = ReminderFiring(user: ada, subject: .waiting(new.id), at: time, pushes: [planned])
          try fixture.perform(.intelligence(.reminder(.fire([firing]))), at: time)
          return id
        }
        let first = try fire(at: new.at)
        let attempt = try require(push.duePushes(by: .web, at: new.at, limit: 9).first, "attempt")
        try expectEqual(attempt.id, first)
        try expectEqual(attempt.subject, .reminder(new.id))
        try expectEqual(attempt.createdAt, new.at)
        try expect(!attempt.standing.isRead && attempt.standing.isMember, "how it stands")
        let second = try fire(at: new.at.adding(seconds: 1))
        try expect(try push.pushAttempt(second) == nil, "what was not due is notified of")
        try fixture.perform(
          .intelligence(.reminder(.postpone(user: ada, new.id, to: StoreFixture.later))), at: new.at)
        try expectEqual(try push.pushAttempt(first)?.standing.isRead, true)
        let third = try fire(at: StoreFixture.later)
        try expectEqual(try push.pushAttempt(third)?.standing.isRead, false)
        try expectEqual(try push.pushAttempt(first)?.standing.isRead, true)
        try fixture.perform(.intelligence(.reminder(.finish(user: ada, new.id))), at: StoreFixture.later)
        try expectEqual(try push.pushAttempt(third)?.standing.isRead, true)
        try fixture.perform(.account(.delete(user: ada)))
        try expect(try push.pushAttempt(third) == nil, "of an account that is gone")
      },
    ]
  }

  private static var taskReminderCases: [Case] {
    [
      Case("tasks are to be reminded of while they are open, owned, sure, due in time, and were not") { fixture in
        let (ada, ben, cleo) = (try fixture.user("Ada"), try fixture.user("Ben"), try fixture.user("Cleo"))
        let team = try fixture.group(ada, [ben, cleo])
        let store = try fixture.reminders()
        let (start, end) = (StoreFixture.start, StoreFixture.later.adding(seconds: 1))
        func remindable() throws -> [String] {
          try store.remindableTasks(after: start, before: end).map(\.insight.text)
        }
        let task = try fixture.task("Send the offer", of: ben, by: ada, in: team)
        _ = try fixture.task("nobody's", of: nil, by: ada, in: team)
        _ = try fixture.task("later", of: ben, by: ada, in: team, dueAt: end)
        try expectEqual(try remindable(), ["Send the offer"])
        let found = try require(store.remindableTasks(after: start, before: end).first, "task")
        try expectEqual(found.owner, ben)
        try expectEqual(found.conversation, team)
        try fixture.perform(
          .member(.changeSettings(asker: ben, conversation: team, ConversationSettingsChange(muted: true))))
        try expectEqual(try store.remindableTasks(after: start, before: end).first?.settings?.muted, true)
        func change(_ change: InsightChange) throws {
          try fixture.perform(
            .intelligence(.insight(.change(asker: ada, conversation: team, id: task.id, change))))
        }
        for closed in [Insight.Status.done, .dismissed] {
          try change(InsightChange(status: closed))
          try expectEqual(try remindable(), [])
        }
        try change(InsightChange(status: .open))
        try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: team, isOn: false))))
        try expectEqual(try remindable(), [])
        try fixture.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: team, isOn: true))))
        try expectEqual(try remindable(), ["Send the offer"])
        try fixture.perform(.account(.setDisabled(user: ben, true)))
        try expectEqual(try remindable(), [])
        try fixture.perform(.account(.setDisabled(user: ben, false)))
        try fixture.remind(ben, of: task, in: team)
        try expectEqual(try remindable(), [])
        try change(InsightChange(owner: cleo))
        try expectEqual(try remindable(), ["Send the offer"])
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: cleo)))
        try expectEqual(try remindable(), [])
      },
      Case("a task reminds its owner once for each of its times, also done and opened again") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let task = try fixture.task("Send the offer", of: ben, by: ada, in: team)
        func change(_ change: InsightChange) throws {
          try fixture.perform(
            .intelligence(.insight(.change(asker: ada, conversation: team, id: task.id, change))))
        }
        func states() throws -> [Reminder.State] { try fixture.me(ben).reminders.map(\.state) }
        try fixture.remind(ben, of: task, in: team)
        try fixture.remind(ben, of: task, in: team)
        let row = try require(fixture.me(ben).reminders.first, "row")
        try expectEqual([row.kind.rawValue, row.text], ["task", "Send the offer"])
        try expectEqual(row.insight, task.id)
        try expectEqual(try states(), [.due])
        try change(InsightChange(text: "Send the offer to Kim"))
        try expectEqual(try fixture.me(ben).reminders.map(\.text), ["Send the offer to Kim"])
        try change(InsightChange(status: .done))
        try expectEqual(try states(), [])
        try change(InsightChange(status: .open))
        try fixture.remind(ben, of: task, in: team)
        try expectEqual(try states(), [])
        let other = StoreFixture.later.adding(seconds: 7)
        try change(InsightChange(dueAt: other))
        try fixture.remind(ben, of: task, in: team, dueAt: StoreFixture.later)
        try expectEqual(try states(), [])
        try fixture.remind(ben, of: task, in: team, dueAt: other)
        try expectEqual(try states(), [.due])
        try change(InsightChange(owner: ada))
        try expectEqual(try states(), [])
        try change(InsightChange(owner: ben))
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: task.citations[0])))
        try fixture.remind(ben, of: task, in: team, dueAt: other)
        try expectEqual(try states(), [])
      },
    ]
  }
}

extension StoreFixture {
  static let later = start.adding(seconds: 86_400)

  package func reminders() throws -> any ReminderStore { try require(store as? any ReminderStore, "reminder store") }

  /// The user's private feed.
  package func me(_ user: UserID, after rev: Int64 = 0) throws -> FeedDelta {
    drain()
    return try store.delta(of: .me, for: user, fromRev: rev)
  }

  /// In an hour.
  package func reminder(_ subject: NewReminder.Subject) -> NewReminder {
    NewReminder(id: id(), at: Self.start.adding(seconds: 3_600), subject: subject)
  }

  /// A task that was marked in a message of its own.
  package func task(
    _ text: String, of owner: UserID?, by member: UserID, in conversation: ConversationID, dueAt: Timestamp? = later
  ) throws -> Insight {
    let message = try post(text, by: member, in: conversation)
    let insight = Insight(
      id: id(), kind: .actionItem, text: text, citations: [message.id], owner: owner, dueAt: dueAt, confidence: 1,
      reason: "marked", createdBy: member, createdAt: Self.start)
    guard
      case .insight(let row) = try perform(
        .intelligence(.insight(.put(asker: member, conversation: conversation, insight))))
    else { throw ContractViolation(description: "no insight") }
    return row
  }

  /// As when its time has come.
  package func remind(
    _ user: UserID, of task: Insight, in conversation: ConversationID, dueAt: Timestamp = later
  ) throws {
    let subject = ReminderFiring.Subject.task(task.id, in: conversation, dueAt: dueAt, as: id())
    try perform(
      .intelligence(.reminder(.fire([ReminderFiring(user: user, subject: subject, at: Self.start, pushes: [])]))))
  }

  func wish(_ times: AIPreferences.DigestTimes, of user: UserID, at time: Timestamp) throws {
    let record = PrivateRecord(
      user: user, collection: .preferences, id: PrivateRecord.preferencesID,
      body: RecordBody.encode(AIPreferences(digest: times)), createdAt: time)
    try perform(.intelligence(.record(.put(record))), at: time)
  }

  func letter() -> Mail {
    Mail(id: id(), to: "ada@example.org", subject: "Digest", text: "text", createdAt: Self.start)
  }
}
