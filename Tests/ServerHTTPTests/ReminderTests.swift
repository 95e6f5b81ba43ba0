import Domain
import Foundation
import ServerCore
import TestSupport
import Testing
import WireProtocol

/// Of a server whose clock stands at 08:00 in London on Friday, 15 January 2027.
@Suite("Reminders")
struct ReminderTests {
  private func note(_ text: String, in seconds: Int64, _ clock: SettableClock) -> ReminderRequest {
    ReminderRequest(id: TestUser.newID(), at: clock.now.adding(seconds: seconds), text: text)
  }

  /// Ada marks a task for Bob.
  private func task(
    _ text: String, dueIn seconds: Int64, _ workspace: TestWorkspace, _ clock: SettableClock
  ) async throws -> Insight {
    let message = try await workspace.ada.post(text, in: workspace.group)
    let path = "/v1/conversations/\(workspace.group)/insights"
    let marked: Insight = try await workspace.ada.ask(
      "POST", path, MarkInsightRequest(kind: .actionItem, message: message.id))
    return try await workspace.ada.ask(
      "PATCH", "\(path)/\(marked.id)",
      InsightChange(owner: workspace.bob.id, dueAt: clock.now.adding(seconds: seconds)))
  }

  private func reminders(_ user: TestUser, _ server: TestServer) throws -> [Reminder] {
    // Not by a request: clocks go further here than tokens last.
    try server.instance.context.store.delta(of: .me, for: user.id, fromRev: 0).reminders
  }

  private func lookUp(_ push: Push, _ workspace: TestWorkspace) async throws -> TestHTTP.Answer {
    let form = NotificationLookupRequest(ticket: push.id.description)
    return try await workspace.server.http.send("POST", "/v1/notifications/lookup", body: form.json())
  }

  @Test("what somebody asked for comes at its time to each of their devices, once, also when clocks are put back")
  func own() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let (server, pushes) = (workspace.server, workspace.server.pushes)
      let phone = try await workspace.bob.anotherDevice("phone")
      try await workspace.bob.subscribe("laptop")
      try await phone.subscribe("phone", .apns)
      try await workspace.ada.subscribe("another's")
      try await workspace.bob.tell("POST", "/v1/reminders", note("Call the bank", in: 3_600, clock))
      await server.instance.reminderKeeper.runBatch()
      clock.advance(seconds: 3_599)
      await server.instance.reminderKeeper.runBatch()
      #expect(try reminders(workspace.bob, server).map(\.state) == [.waiting])
      clock.advance(seconds: 1)
      async let one = server.instance.reminderKeeper.runBatch()
      async let other = server.instance.reminderKeeper.runBatch()
      _ = await (one, other)
      #expect(try reminders(workspace.bob, server).map(\.state) == [.due])
      try await eventually("both are told") { pushes.pushes().count == 2 }
      for seconds: Int64 in [-7_200, 1, 9_000] {
        clock.advance(seconds: seconds)
        await server.instance.reminderKeeper.runBatch()
      }
      #expect(pushes.pushes(to: "laptop").count == 1 && pushes.pushes(to: "phone").count == 1)
      let reminder = try #require(try reminders(workspace.bob, server).first)
      let push = try #require(pushes.pushes(to: "laptop").first)
      #expect(push.reminder == reminder.id && !push.isUrgent)
      let answer = try await lookUp(push, workspace)
      let content = try NotificationContent(json: answer.body)
      #expect(content.title == "Reminder" && content.body == "Call the bank" && content.reminder == reminder.id)
      #expect(content.conversation == nil && content.message == nil)
      let bob = try await server.signedIn("bob")
      try await bob.tell("PATCH", "/v1/reminders/\(reminder.id)", ReminderChange(isDone: true))
      try expectProblem(await lookUp(push, workspace), .notFound)
      #expect(try reminders(bob, server).isEmpty)
    }
  }

  @Test("one that is put off comes again at the other time")
  func later() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let (server, pushes) = (workspace.server, workspace.server.pushes)
      try await workspace.bob.subscribe("laptop")
      let request = note("Call the bank", in: 60, clock)
      try await workspace.bob.tell("POST", "/v1/reminders", request)
      clock.advance(seconds: 60)
      await server.instance.reminderKeeper.runBatch()
      try await eventually("it comes") { pushes.pushes().count == 1 }
      let change = ReminderChange(at: clock.now.adding(seconds: 300))
      try await workspace.bob.tell("PATCH", "/v1/reminders/\(request.id)", change)
      await server.instance.reminderKeeper.runBatch()
      #expect(try reminders(workspace.bob, server).map(\.state) == [.waiting])
      clock.advance(seconds: 300)
      await server.instance.reminderKeeper.runBatch()
      try await eventually("it comes again") { pushes.pushes().count == 2 }
    }
  }

  @Test("a task reminds its owner an hour before, where they want it so, and nobody once it is done or another's")
  func tasks() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let server = workspace.server
      let offer = try await task("Send the offer", dueIn: 5 * 3_600 + 60, workspace, clock)
      let done = try await task("Pay the bill", dueIn: 5 * 3_600 + 60, workspace, clock)
      let path = "/v1/conversations/\(workspace.group)/insights"
      try await workspace.bob.tell("PATCH", "\(path)/\(done.id)", InsightChange(status: .done))
      _ = try await task("Call Kim", dueIn: 9 * 3_600 + 60, workspace, clock)
      clock.advance(seconds: 4 * 3_600)
      await server.instance.reminderKeeper.runBatch()
      #expect(try reminders(workspace.bob, server).isEmpty)
      clock.advance(seconds: 60)
      await server.instance.reminderKeeper.runBatch()
      let found = try reminders(workspace.bob, server)
      #expect(found.map(\.text) == ["Send the offer"] && found.map(\.insight) == [offer.id])
      #expect(try reminders(workspace.ada, server).isEmpty)
      let bob = try await server.signedIn("bob")
      var preferences: AIPreferences = try await bob.ask("GET", "/v1/ai/preferences")
      preferences.reminders = AIPreferences.ReminderTimes(isOn: false)
      try await bob.tell("PUT", "/v1/ai/preferences", preferences)
      clock.advance(seconds: 4 * 3_600)
      await server.instance.reminderKeeper.runBatch()
      #expect(try reminders(bob, server).count == 1, "they were switched off")
      // Who saves what an earlier version knows leaves them as they are.
      preferences.reminders = nil
      let again = try await server.signedIn("bob")
      try await again.tell("PUT", "/v1/ai/preferences", preferences)
      #expect(try await again.ask("GET", "/v1/ai/preferences", as: AIPreferences.self).reminders?.isOn == false)
    }
  }

  @Test("a task that was found and that its owner called unhelpful reminds nobody")
  func unhelpful() async throws {
    let clock = SettableClock()
    // What is found here is told by the test, and by nobody else.
    try await TestWorkspace.run(clock: clock, configure: { $0.intelligence.isOn = false }) { workspace in
      let (server, bob) = (workspace.server, workspace.bob)
      let dueAt = clock.now.adding(seconds: 30 * 3_600)
      @discardableResult func find(_ text: String) async throws -> Message {
        let message = try await bob.post(text, in: workspace.group)
        let insight = Insight(
          id: TestUser.newID(), kind: .actionItem, text: text, citations: [message.id], owner: bob.id, dueAt: dueAt,
          dueText: "tomorrow at 14:00", confidence: 0.8, reason: "promised", model: "test 1", createdAt: clock.now)
        let work = MessageWork(
          conversation: workspace.group, message: message.id, rev: message.rev, embedding: nil, embedder: nil,
          signals: nil, insights: [insight])
        _ = try await server.instance.context.gateway.perform(.intelligence(.pipeline(.record([work]))))
        return message
      }
      let posted = try await find("Send the report to Kim")
      try await find("Call the harbour")
      try await bob.tell(
        "PUT", "/v1/conversations/\(workspace.group)/messages/\(posted.id)/opinions/action_item",
        OpinionRequest(feedback: .unhelpful))
      clock.advance(seconds: 29 * 3_600)
      while await server.instance.reminderKeeper.runBatch() > 0 {}
      #expect(try reminders(bob, server).map(\.text) == ["Call the harbour"])
    }
  }

  @Test("a device in use shows it by itself; a muted conversation and hours of focus are left in peace")
  func peace() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let (server, pushes) = (workspace.server, workspace.server.pushes)
      try await workspace.bob.subscribe("laptop")
      let muted = ConversationSettingsChange(muted: true)
      try await workspace.bob.tell("PUT", "/v1/conversations/\(workspace.group)/settings", muted)
      _ = try await task("Send the offer", dueIn: 3_660, workspace, clock)
      var preferences = AIPreferences()
      preferences.focusHours = [AIPreferences.Hours(days: [5], start: 8 * 60, end: 9 * 60)]
      try await workspace.bob.tell("PUT", "/v1/ai/preferences", preferences)
      try await workspace.bob.tell("POST", "/v1/reminders", note("Call the bank", in: 60, clock))
      clock.advance(seconds: 60)
      while await server.instance.reminderKeeper.runBatch() > 0 {}
      #expect(try reminders(workspace.bob, server).map(\.state) == [.due, .due])
      let store = try #require(server.instance.context.store as? any PushStore)
      #expect(try store.duePushes(by: .web, at: clock.now, limit: 9).isEmpty)
      let due = try store.duePushes(by: .web, at: clock.now.adding(seconds: 3_540), limit: 9)
      let kinds = try due.map { attempt -> Reminder.Kind? in
        guard case .reminder(let id) = attempt.subject else { return nil }
        return try reminders(workspace.bob, server).first { $0.id == id }?.kind
      }
      #expect(kinds == [.note])
      #expect(pushes.pushes().isEmpty)
    }
  }

  @Test("a message that its reader may no longer see reminds without a word of it, and a deleted one not at all")
  func lost() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let server = workspace.server
      try await workspace.bob.subscribe("laptop")
      let secret = try await workspace.ada.post("The code is 4711", in: workspace.group)
      let gone = try await workspace.ada.post("Forget this", in: workspace.group)
      for message in [secret, gone] {
        let request = ReminderRequest(
          id: TestUser.newID(), at: clock.now.adding(seconds: 60), conversation: workspace.group, message: message.id)
        try await workspace.bob.tell("POST", "/v1/reminders", request)
      }
      try await workspace.ada.tell("DELETE", "/v1/conversations/\(workspace.group)/messages/\(gone.id)")
      try await workspace.ada.tell("DELETE", "/v1/conversations/\(workspace.group)/members/\(workspace.bob.id)")
      clock.advance(seconds: 60)
      await server.instance.reminderKeeper.runBatch()
      let found = try reminders(workspace.bob, server)
      #expect(found.map(\.text) == [""] && found.map(\.state) == [.due] && found[0].message == nil)
      @Sendable func told() -> [Push] { server.pushes.pushes().filter { $0.reminder != nil } }
      try await eventually("it comes") { told().count == 1 }
      let content = try NotificationContent(json: await lookUp(told()[0], workspace).body)
      #expect(content.body == "A message that is not there for you any more.")
    }
  }

  @Test("a server that stops at any moment reminds once, when it is there again")
  func restart() async throws {
    let clock = SettableClock()
    let database = try TestDatabase(clock: clock)
    defer { #expect(throws: Never.self) { try database.remove() } }
    try await database.run { server in
      let ada = try await server.user("ada")
      try await ada.subscribe("laptop")
      try await ada.tell("POST", "/v1/reminders", note("Call the bank", in: 60, clock))
    }
    clock.advance(seconds: 3_600)
    try await database.run { server in
      await server.instance.reminderKeeper.runBatch()
      try await eventually("it comes, late") { server.pushes.pushes().count == 1 }
    }
    try await database.run { server in
      await server.instance.reminderKeeper.runBatch()
      let ada = try await server.signedIn("ada")
      let found: RemindersResponse = try await ada.ask("GET", "/v1/reminders")
      #expect(found.reminders.map(\.state) == [.due])
      #expect(server.pushes.pushes().isEmpty)
    }
  }
}
