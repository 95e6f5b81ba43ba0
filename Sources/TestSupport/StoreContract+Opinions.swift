import Domain
import ServerCore

extension StoreContract {
  static var opinionCases: [Case] {
    [
      Case("an opinion is a row of its user's private feed, counted by what made it, and goes with its message") {
        fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let messages = try ["one", "two"].map { try fixture.post($0, by: ada, in: team) }
        let store = try fixture.intelligence()
        func set(_ feedback: AIOutput.Feedback?, _ message: Message, by user: UserID = ben) throws -> CommitOutcome {
          let opinion = Opinion(.priority, of: message.id, in: team, feedback)
          return try fixture.commit(
            .intelligence(.opinion(.set(user: user, opinion, OpinionOrigin(model: "m", version: "2")))))
        }
        try expectEqual(try set(.unhelpful, messages[0]).changes.count, 1)
        try expect(try set(.unhelpful, messages[0]).changes.isEmpty, "said again")
        _ = try set(.helpful, messages[1])
        _ = try set(.unhelpful, messages[1], by: ada)
        let id = Opinion.id(.priority, of: messages[0].id)
        try expectEqual(try store.unhelpful(to: ben), [id])
        try expectEqual(try fixture.me(ben).opinions.compactMap(\.feedback), [.unhelpful, .helpful])
        let overview = try require(fixture.store as? any OverviewStore, "overview store")
        try expectEqual(
          try overview.ratings(since: StoreFixture.start),
          [AIRating(kind: "priority", model: "m", version: "2", helpful: 1, unhelpful: 2)])
        let rev = try require(fixture.me(ben).toRev, "rev")
        _ = try set(nil, messages[1])
        try expectEqual(try fixture.me(ben, after: rev).opinions.map(\.feedback), [nil])
        try expectEqual(try fixture.me(ben).opinions.map(\.id), [id])
        try fixture.perform(.message(.delete(asker: ada, conversation: team, id: messages[0].id)))
        try expect(try store.unhelpful(to: ben).isEmpty, "about a message that is gone")
        _ = try set(.unhelpful, messages[1])
        let eve = try fixture.user("Eve")
        guard case .failure(let refusal) = try set(.unhelpful, messages[1], by: eve).result else {
          throw ContractViolation(description: "a stranger has an opinion")
        }
        try expectEqual(refusal.code, .notFound)
        try fixture.perform(.member(.remove(asker: ada, conversation: team, user: ben)))
        try expect(try fixture.me(ben).opinions.isEmpty, "about a conversation that is lost")
      },
      Case("what was found and was of no help stays away from who said so, found again too, until a member takes it up")
      {
        fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let message = try fixture.post("Can you send it?", by: ada, in: team)
        func found(_ text: String) throws -> Insight {
          try fixture.record(fixture.work(message, in: team, finds: [fixture.found(text, in: message)]))[0]
        }
        func texts(_ user: UserID) throws -> [String] {
          try fixture.intelligence().insights(InsightFilter(), for: user).map(\.insight.text)
        }
        _ = try found("Send it")
        let opinion = Opinion(.actionItem, of: message.id, in: team, .unhelpful)
        try fixture.perform(
          .intelligence(.opinion(.set(user: ben, opinion, OpinionOrigin(model: "m", version: "1")))))
        try expectEqual(try texts(ben), [])
        try expectEqual(try texts(ada), ["Send it"])
        try fixture.perform(
          .message(.edit(asker: ada, conversation: team, id: message.id, editID: fixture.id(), text: "Send it, please"))
        )
        let edited = try require(fixture.dueMessages().first?.message, "edited")
        let again = try fixture.record(
          fixture.work(edited, in: team, finds: [fixture.found("Send it, please", in: edited)]))[0]
        try expectEqual(try texts(ben), [])
        try expectEqual(try texts(ada), ["Send it, please"])
        try fixture.perform(
          .intelligence(
            .insight(.change(asker: ada, conversation: team, id: again.id, InsightChange(owner: ben, tags: ["a"])))))
        try expectEqual(try texts(ben).count, try texts(ada).count)
      },
      Case("a task that its owner is not shown any more ends its reminder, and that alone") { fixture in
        let (ada, ben) = (try fixture.user("Ada"), try fixture.user("Ben"))
        let team = try fixture.group(ada, [ben])
        let dueAt = StoreFixture.later
        func task(_ text: String) throws -> Insight {
          let message = try fixture.post(text, by: ben, in: team)
          var insight = fixture.found(text, in: message)
          insight.dueAt = dueAt
          return try fixture.record(fixture.work(message, in: team, finds: [insight]))[0]
        }
        let tasks = try ["Send the offer", "Call Kim"].map(task)
        for task in tasks { try fixture.remind(ben, of: task, in: team) }
        try fixture.perform(
          .intelligence(
            .reminder(.add(user: ben, fixture.reminder(.message(tasks[0].citations[0], in: team))))))
        try expectEqual(try fixture.me(ben).reminders.map(\.kind), [.task, .task, .message])
        let opinion = Opinion(.actionItem, of: tasks[0].citations[0], in: team, .unhelpful)
        let outcome = try fixture.commit(
          .intelligence(.opinion(.set(user: ben, opinion, OpinionOrigin(model: "m", version: "1")))))
        try expectEqual(outcome.changes.count, 1)
        try expectEqual(try fixture.me(ben).reminders.map(\.text), ["Call Kim", "Send the offer"])
        try expectEqual(try fixture.me(ben).reminders.map(\.kind), [.task, .message])
      },
    ]
  }

  static var digestCases: [Case] {
    [
      Case("preferences plan the digest, which one holder makes and tells of once a day") { fixture in
        let ada = try fixture.user("Ada")
        let store = try fixture.reminders()
        // 15 January 2027, a Friday, 08:00 in London.
        let (now, day) = (StoreFixture.start, Int64(20_270_115))
        try expect(try store.digestPlans().isEmpty, "off by default")
        try fixture.wish(
          AIPreferences.DigestTimes(days: [5], time: 480, inApp: true), of: ada, at: now.adding(seconds: -60))
        let plan = try require(store.digestPlans().first, "plan")
        try expectEqual(plan.user, ada)
        try expectEqual(plan.times, AIPreferences.DigestTimes(days: [5], time: 480, inApp: true))
        try expectEqual(Rules.Digests.day(of: plan, at: now), day)
        let (mine, other): (DigestLease, DigestLease) = (fixture.id(), fixture.id())
        func begin(_ lease: DigestLease, at time: Timestamp) -> WriteCommand.Body {
          .intelligence(.digest(.begin(user: ada, day: day, lease, until: time.adding(seconds: 60))))
        }
        try fixture.perform(begin(mine, at: now), at: now)
        try fixture.expectRefusal(.conflict, begin(other, at: now), at: now)
        let late = now.adding(seconds: 60)
        try fixture.perform(begin(other, at: late), at: late)
        func finish(_ lease: DigestLease) throws -> [FeedChange] {
          let reminder = Reminder(
            id: fixture.id(), kind: .digest, state: .due, at: late, text: "2 new messages", output: fixture.id(),
            createdAt: late)
          let delivery = DigestDelivery(reminder: reminder, pushes: [], mail: fixture.letter())
          return try fixture.commit(
            .intelligence(.digest(.finish(user: ada, day: day, lease, delivery))), at: late
          ).changes
        }
        try expect(try finish(mine).isEmpty, "who has lost the lease tells of it")
        try expectEqual(try finish(other).count, 1)
        try expect(try finish(other).isEmpty, "told twice")
        try expectEqual(try fixture.me(ada).reminders.map(\.kind), [.digest])
        let mails = try require(fixture.store as? any MailStore, "mail store")
        try expect(try mails.dueMails(at: late, limit: 9).isEmpty, "a letter that nobody wants")
        try fixture.expectRefusal(.conflict, begin(mine, at: late), at: late)
        try expectEqual(try store.digestPlans().first?.day, day)
        // A week later, the digest that nobody has looked at gives way.
        let (next, week) = (late.adding(seconds: 7 * 86_400), Int64(20_270_122))
        try fixture.perform(
          .intelligence(.digest(.begin(user: ada, day: week, mine, until: next.adding(seconds: 60)))), at: next)
        let reminder = Reminder(
          id: fixture.id(), kind: .digest, state: .due, at: next, text: "3 new messages", createdAt: next)
        try fixture.perform(
          .intelligence(
            .digest(
              .finish(user: ada, day: week, mine, DigestDelivery(reminder: reminder, pushes: [], mail: nil)))),
          at: next)
        try expectEqual(try fixture.me(ada).reminders.map(\.text), ["3 new messages"])
        try fixture.wish(AIPreferences.DigestTimes(days: [5], time: 480), of: ada, at: late)
        try expect(try store.digestPlans().isEmpty, "off again")
        try fixture.wish(AIPreferences.DigestTimes(days: [5], time: 540, byMail: true), of: ada, at: late)
        try expectEqual(
          try store.digestPlans().first.map { Rules.Digests.day(of: $0, at: now.adding(seconds: 3_700)) }, .some(nil))
        try fixture.perform(.account(.delete(user: ada)))
        try expect(try store.digestPlans().isEmpty, "of an account that is gone")
      },
      Case("a digest by mail alone writes a letter and no reminder, and one that failed waits") { fixture in
        let ada = try fixture.user("Ada")
        let (now, day) = (StoreFixture.start, Int64(20_270_115))
        try fixture.wish(
          AIPreferences.DigestTimes(days: [5], time: 480, byMail: true), of: ada, at: now.adding(seconds: -60))
        let lease: DigestLease = fixture.id()
        let begin = DigestCommand.begin(user: ada, day: day, lease, until: now.adding(seconds: 60))
        try fixture.perform(.intelligence(.digest(begin)), at: now)
        try fixture.perform(.intelligence(.digest(.fail(user: ada, day: day, lease))), at: now)
        try fixture.expectRefusal(.conflict, .intelligence(.digest(begin)), at: now)
        let later = now.adding(seconds: Rules.Digests.delays[0])
        try fixture.perform(
          .intelligence(.digest(.begin(user: ada, day: day, lease, until: later.adding(seconds: 60)))), at: later)
        let reminder = Reminder(id: fixture.id(), kind: .digest, state: .due, at: later, text: "x", createdAt: later)
        let delivery = DigestDelivery(reminder: reminder, pushes: [], mail: fixture.letter())
        try fixture.perform(.intelligence(.digest(.finish(user: ada, day: day, lease, delivery))), at: later)
        let mails = try require(fixture.store as? any MailStore, "mail store")
        try expectEqual(try mails.dueMails(at: later, limit: 9).count, 1)
        try expect(try fixture.me(ada).reminders.isEmpty, "a reminder that nobody wants")
      },
    ]
  }
}
