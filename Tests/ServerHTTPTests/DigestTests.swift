import Domain
import Foundation
import ServerCore
import TestSupport
import Testing
import WireProtocol

/// Of a server whose clock stands at 08:00 in London on Friday, 15 January 2027.
@Suite("Digests at a time")
struct DigestTests {
  private func wish(
    _ user: TestUser, time: Int = 9 * 60, inApp: Bool = true, byMail: Bool = false
  ) async throws -> TestHTTP.Answer {
    var preferences: AIPreferences = try await user.ask("GET", "/v1/ai/preferences")
    preferences.digest = AIPreferences.DigestTimes(days: [5], time: time, inApp: inApp, byMail: byMail)
    return try await user.send("PUT", "/v1/ai/preferences", preferences)
  }

  private func reminders(_ user: TestUser, _ server: TestServer) throws -> [Reminder] {
    try server.instance.context.store.delta(of: .me, for: user.id, fromRev: 0).reminders
  }

  private func outputs(_ user: TestUser, _ server: TestServer, _ clock: SettableClock) throws -> [AIOutput] {
    let store = try #require(server.instance.context.store as? any IntelligenceStore)
    return try store.records(.outputs, of: user.id, at: clock.now, limit: 99).map { try RecordBody.decode($0.body) }
  }

  private func makeAll(_ server: TestServer) async {
    while await server.instance.digestKeeper.runBatch() > 0 {}
  }

  @Test("it is made at the time that its user has chosen, kept for them alone, and told of once")
  func made() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let server = workspace.server
      try await workspace.ada.subscribe("laptop")
      #expect(try await wish(workspace.ada).status == 204)
      try await workspace.bob.post("We agreed to ship the second version on Monday.", in: workspace.group)
      await makeAll(server)
      #expect(try reminders(workspace.ada, server).isEmpty, "before its time")
      clock.advance(seconds: 3_600)
      async let one: Void = makeAll(server)
      async let other: Void = makeAll(server)
      _ = await (one, other)
      for seconds: Int64 in [60, -3_600, 3_600] {
        clock.advance(seconds: seconds)
        await makeAll(server)
      }
      let found = try reminders(workspace.ada, server)
      #expect(found.map(\.kind) == [.digest] && found.map(\.state) == [.due])
      #expect(found[0].text == "2 new messages in 1 conversation.")
      let made = try outputs(workspace.ada, server, clock)
      #expect(made.map(\.kind) == [.digest] && made.map(\.id) == found.compactMap(\.output))
      #expect(try outputs(workspace.bob, server, clock).isEmpty)
      @Sendable func told() -> [Push] { server.pushes.pushes().filter { $0.reminder != nil } }
      try await eventually("it is told of") { told().count == 1 }
      let form = NotificationLookupRequest(ticket: told()[0].id.description)
      let answer = try await server.http.send("POST", "/v1/notifications/lookup", body: form.json())
      #expect(try NotificationContent(json: answer.body).title == "Your digest")
    }
  }

  @Test("where there is nothing in it, or the AI is not for its user, none is told of")
  func none() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let server = workspace.server
      for user in [workspace.ada, workspace.bob, workspace.eve] { #expect(try await wish(user).status == 204) }
      // Bob has read everything, Eve is in nothing, and Ada does not have it.
      try await workspace.ada.tell(
        "PUT", "/v1/features/dailyDigest", FeatureRollout(percentage: 0, people: [workspace.bob.id]))
      clock.advance(seconds: 3_600)
      await makeAll(server)
      for user in [workspace.ada, workspace.bob, workspace.eve] { #expect(try reminders(user, server).isEmpty) }
      #expect(server.mails.mails(to: "ada@example.org").isEmpty)
    }
  }

  @Test("it counts against what its user may ask for, and is tried again when that is used up")
  func quota() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock, configure: { $0.intelligence.requestsADay = 0 }) { workspace in
      #expect(try await wish(workspace.ada).status == 204)
      clock.advance(seconds: 3_600)
      await makeAll(workspace.server)
      #expect(try reminders(workspace.ada, workspace.server).isEmpty)
      let store = try #require(workspace.server.instance.context.store as? any ReminderStore)
      #expect(try store.digestPlans().map(\.failures) == [1])
    }
  }

  @Test("by mail it goes to a verified address, as text with a link, and one tap in it ends that without signing in")
  func mail() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let (server, ada) = (workspace.server, workspace.ada)
      try expectProblem(await wish(ada, byMail: true), .invalid)
      try await ada.tell("PATCH", "/v1/accounts/\(ada.id)", AccountPatchRequest(email: "ada@example.org"))
      #expect(try await wish(ada, inApp: false, byMail: true).status == 204)
      try await workspace.bob.post("We agreed to ship the second version on Monday.", in: workspace.group)
      clock.advance(seconds: 3_600)
      await makeAll(server)
      try await eventually("the letter comes") { server.mails.token("no-digest", to: "ada@example.org") != nil }
      let letters = server.mails.mails(to: "ada@example.org").filter { $0.subject.hasPrefix("What you missed") }
      let letter = try #require(letters.first)
      #expect(letters.count == 1)
      #expect(letter.text.contains("ship the second version on Monday"))
      #expect(letter.text.contains("https://chat.example.org/#intelligence"))
      #expect(try reminders(ada, server).isEmpty, "by mail alone")
      let token = try #require(server.mails.token("no-digest", to: "ada@example.org"))
      for _ in 1...2 {
        let answer = try await server.http.send(
          "POST", "/v1/digests/unsubscribe", body: UnsubscribeRequest(token: token).json())
        #expect(answer.status == 204)
      }
      // Bob has them from when his address was verified: he may go on to change what else he wants.
      let kept = AIPreferences(digest: AIPreferences.DigestTimes(byMail: true))
      let record = PrivateRecord(
        user: workspace.bob.id, collection: .preferences, id: PrivateRecord.preferencesID,
        body: RecordBody.encode(kept),
        createdAt: clock.now)
      _ = try await server.instance.context.gateway.perform(.intelligence(.record(.put(record))))
      #expect(try await wish(server.signedIn("bob"), time: 10 * 60, byMail: true).status == 204)
      clock.advance(seconds: 7 * 86_400)
      let again = try await server.signedIn("ada")
      let left: AIPreferences = try await again.ask("GET", "/v1/ai/preferences")
      #expect(left.digest?.byMail == false && left.digest?.time == 9 * 60)
      await makeAll(server)
      #expect(server.mails.mails(to: "ada@example.org").filter { $0.subject.hasPrefix("What you missed") }.count == 1)
    }
  }

  @Test("a server that stops while one is made makes it once more, and tells of it once")
  func restart() async throws {
    let clock = SettableClock()
    let database = try TestDatabase(clock: clock)
    defer { #expect(throws: Never.self) { try database.remove() } }
    let day: Int64 = 20_270_115
    let ada = try await database.run { server in
      let (ada, bob) = (try await server.user("ada"), try await server.user("bob"))
      let team = try await ada.group("Team", bob)
      #expect(try await wish(ada).status == 204)
      try await bob.post("We agreed to ship the second version on Monday.", in: team)
      clock.advance(seconds: 3_600)
      // As a server does that is killed once it has begun.
      let begin = DigestCommand.begin(
        user: ada.id, day: day, TestUser.newID(), until: clock.now.adding(seconds: 120))
      _ = try await server.instance.context.gateway.perform(.intelligence(.digest(begin)))
      await makeAll(server)
      #expect(try reminders(ada, server).isEmpty, "another makes it")
      return ada
    }
    clock.advance(seconds: 120)
    for _ in 1...2 {
      try await database.run { server async throws in
        await makeAll(server)
        #expect(try reminders(ada, server).map(\.kind) == [.digest])
        #expect(try outputs(ada, server, clock).count == 1)
      }
    }
  }

  @Test("what somebody found of no help is in no later digest or inbox of theirs, also after a restart")
  func unhelpful() async throws {
    let database = try TestDatabase(clock: SettableClock())
    defer { #expect(throws: Never.self) { try database.remove() } }
    func cited(_ user: TestUser) async throws -> Set<MessageID> {
      let digest: AIOutput = try await user.ask("POST", "/v1/ai/digest")
      return Set(digest.points.flatMap(\.citations).map(\.message))
    }
    func listed(_ user: TestUser) async throws -> Set<MessageID> {
      let found: PrioritiesResponse = try await user.ask("GET", "/v1/ai/priorities?unread=true")
      return Set(found.verdicts.map(\.message))
    }
    let (first, second) = try await database.run { server in
      let (ada, bob) = (try await server.user("ada"), try await server.user("bob"))
      let (team, aside) = (try await ada.group("Team", bob), try await ada.group("Aside", bob))
      let first = try await bob.post("We agreed to ship the second version on Monday.", in: team)
      let second = try await bob.post("The harbour map needs a legend before the printer gets it.", in: aside)
      #expect(try await cited(ada) == [first.id, second.id])
      #expect(try await listed(ada) == [first.id, second.id])
      for subject in ["digest", "priority"] {
        let path = "/v1/conversations/\(team)/messages/\(first.id)/opinions/\(subject)"
        try await ada.tell("PUT", path, OpinionRequest(feedback: .unhelpful))
      }
      #expect(try await cited(ada) == [second.id])
      #expect(try await listed(ada) == [second.id])
      return (first.id, second.id)
    }
    try await database.run { server in
      let ada = try await server.signedIn("ada")
      #expect(try await cited(ada) == [second])
      #expect(try await listed(ada) == [second])
      // A whole digest of no help takes what it cites along; taken back, it is there again.
      let digest: AIOutput = try await ada.ask("POST", "/v1/ai/digest")
      let path = "/v1/ai/outputs/\(digest.id)/feedback"
      try await ada.tell("PUT", path, FeedbackRequest(feedback: .unhelpful))
      #expect(try await cited(ada).isEmpty)
      try await ada.tell("PUT", path, FeedbackRequest())
      #expect(try await cited(ada) == [second])
      let usage: AIUsage = try await ada.ask("GET", "/v1/ai/usage")
      #expect(usage.ratings.map(\.kind) == ["digest", "priority"] && usage.ratings.map(\.unhelpful) == [1, 1])
      #expect(first != second)
    }
  }
}
