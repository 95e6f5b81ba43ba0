import Domain
import Foundation
import ServerCore
import StoreSQLite
import Synchronization
import TestSupport
import Testing
import WireProtocol

@Suite("Notifications on devices that are not connected")
struct PushTests {
  private func outcomes(_ workspace: TestWorkspace) async throws -> [String: Int64] {
    // Not by a request: clocks go further here than tokens last.
    let found = try await workspace.server.instance.notifier.outcomes(ofSeconds: 86_400)
    return Dictionary(uniqueKeysWithValues: found.outcomes.map { ("\($0.service.rawValue) \($0.outcome)", $0.count) })
  }

  @Test("a message goes to every device of its readers with ids only, and its text to who has the ticket")
  func ticket() async throws {
    try await TestWorkspace.run { workspace in
      let pushes = workspace.server.pushes
      let phone = try await workspace.bob.anotherDevice("phone")
      try await workspace.bob.subscribe("laptop")
      try await phone.subscribe("phone", .apns)
      try await workspace.ada.subscribe("sender's own")
      try await workspace.eve.subscribe("stranger")
      let message = try await workspace.ada.post("The tide turns at noon", in: workspace.group)
      try await eventually("both are told") { pushes.pushes().count == 2 }
      let push = try #require(pushes.pushes(to: "laptop").first)
      #expect(
        push.message
          == NotificationReference(conversation: workspace.group, message: message.id, seq: message.seq))
      #expect(push.badge == 1 && !push.isUrgent)
      #expect(pushes.pushes(to: "phone").count == 1)
      let form = NotificationLookupRequest(ticket: push.id.description)
      let answer = try await workspace.server.http.send("POST", "/v1/notifications/lookup", body: form.json())
      let content = try NotificationContent(json: answer.body)
      #expect(content.title == "ada in Team" && content.body == "The tide turns at noon" && content.badge == 1)
      try await eventually("it has reached Bob's device") {
        let members = try await workspace.ada.window(workspace.group).members
        return members.first { $0.user == workspace.bob.id }?.deliveredSeq == message.seq
      }
      try await eventually("the outcomes are known") {
        try await outcomes(workspace) == ["web accepted": 1, "apns accepted": 1]
      }
    }
  }

  @Test("a ticket shows nothing once the message is read or deleted, its reader gone, or the session ended")
  func oldTickets() async throws {
    try await TestWorkspace.run { workspace in
      let pushes = workspace.server.pushes
      func lookUp(_ ticket: String) async throws -> TestHTTP.Answer {
        try await workspace.server.http.send(
          "POST", "/v1/notifications/lookup", body: NotificationLookupRequest(ticket: ticket).json())
      }
      func ticket(_ text: String) async throws -> (ticket: String, message: Message) {
        let before = pushes.pushes(to: "one").count
        let message = try await workspace.ada.post(text, in: workspace.group)
        try await eventually("it is told of") { pushes.pushes(to: "one").count == before + 1 }
        return (try #require(pushes.pushes(to: "one").last).id.description, message)
      }
      for wrong in ["", "x", (TestUser.newID() as MessageID).description] {
        try expectProblem(await lookUp(wrong), .notFound)
      }
      try await workspace.bob.subscribe("one")
      let (read, first) = try await ticket("read")
      #expect(try await lookUp(read).status == 200)
      try await workspace.bob.tell(
        "PUT", "/v1/conversations/\(workspace.group)/read", ReadRequest(seq: first.seq))
      try expectProblem(await lookUp(read), .notFound)
      let (deleted, second) = try await ticket("deleted")
      try await workspace.ada.delete(second.id, in: workspace.group)
      try expectProblem(await lookUp(deleted), .notFound)
      let (left, _) = try await ticket("left")
      try await workspace.ada.remove(workspace.bob, from: workspace.group)
      try expectProblem(await lookUp(left), .notFound)
      try await workspace.ada.add(workspace.bob, to: workspace.group)
      let (ended, _) = try await ticket("ended")
      try await workspace.bob.tell("DELETE", "/v1/sessions/current")
      try expectProblem(await lookUp(ended), .notFound)
      let told = pushes.pushes(to: "one").count
      try await workspace.eve.subscribe("two")
      try await workspace.ada.add(workspace.eve, to: workspace.group)
      try await workspace.ada.post("after", in: workspace.group)
      try await eventually("others are told") { pushes.pushes(to: "two").count == 1 }
      #expect(pushes.pushes(to: "one").count == told, "a device that has signed out is told nothing")
    }
  }

  @Test("muted and archived conversations are silent, and hours of focus but for what is urgent")
  func silence() async throws {
    // A Friday noon in UTC.
    let clock = SettableClock(Timestamp(milliseconds: 1_795_176_000_000))
    try await TestWorkspace.run(clock: clock) { workspace in
      let pushes = workspace.server.pushes
      try await workspace.bob.subscribe("one")
      let settings = "/v1/conversations/\(workspace.group)/settings"
      try await workspace.bob.tell("PUT", settings, ConversationSettingsChange(muted: true))
      // What is said is judged a moment later: settings stay until it has been.
      func silent(_ text: String, because reason: String) async throws {
        try await workspace.ada.post(text, in: workspace.group)
        try await eventually("it is \(reason)") {
          let metrics = try await workspace.server.http.send("GET", "/metrics").text
          return metrics.contains("messageai_push_skipped_total{reason=\"\(reason)\"} 1")
        }
      }
      try await silent("muted", because: "muted")
      try await workspace.bob.tell("PUT", settings, ConversationSettingsChange(muted: false, archived: true))
      try await silent("archived", because: "archived")
      try await workspace.bob.tell("PUT", settings, ConversationSettingsChange(archived: false))
      var preferences = AIPreferences()
      preferences.focusHours = [AIPreferences.Hours(days: [5], start: 660, end: 780)]
      preferences.urgentKeywords = ["outage"]
      try await workspace.bob.tell("PUT", "/v1/ai/preferences", preferences)
      try await silent("in focus", because: "focus")
      try await workspace.ada.post("An OUTAGE in the harbour", in: workspace.group)
      try await eventually("what is urgent comes") { !pushes.pushes().isEmpty }
      let push = try #require(pushes.pushes().first)
      #expect(pushes.pushes().count == 1 && push.isUrgent)
      let form = NotificationLookupRequest(ticket: push.id.description)
      let answer = try await workspace.server.http.send("POST", "/v1/notifications/lookup", body: form.json())
      #expect(try NotificationContent(json: answer.body).title == "ada in Team (“outage”)")
    }
  }

  @Test("a device that is in use is not told; another of its user's a while later, unless it was read meanwhile")
  func presence() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let pushes = workspace.server.pushes
      let phone = try await workspace.bob.anotherDevice("phone")
      try await workspace.bob.subscribe("laptop")
      try await phone.subscribe("phone")
      let socket = try await workspace.bob.socket()
      let seen = try await workspace.ada.post("seen", in: workspace.group)
      try await eventually("it waits") { try await outcomes(workspace) == ["web waiting": 1] }
      try await workspace.bob.tell("PUT", "/v1/conversations/\(workspace.group)/read", ReadRequest(seq: seen.seq))
      clock.advance(seconds: Rules.Push.courtesy)
      try await eventually("it was read") { try await outcomes(workspace) == ["web read": 1] }
      try await workspace.ada.post("unseen", in: workspace.group)
      try await eventually("it waits") { try await outcomes(workspace)["web waiting"] == 1 }
      #expect(pushes.pushes().isEmpty)
      clock.advance(seconds: Rules.Push.courtesy)
      try await eventually("the phone is told") { pushes.pushes(to: "phone").count == 1 }
      #expect(pushes.pushes(to: "laptop").isEmpty, "it shows the message")
      socket.cut()
      try await eventually("Bob is away") {
        workspace.server.instance.context.sockets.onlineSessions(of: workspace.bob.id).isEmpty
      }
      try await workspace.ada.post("later", in: workspace.group)
      try await eventually("both are told") { pushes.pushes().count == 3 }
    }
  }

  @Test("what fails is sent again later, the same; what a service refuses is not; a device that is gone is forgotten")
  func failures() async throws {
    let clock = SettableClock()
    try await TestWorkspace.run(clock: clock) { workspace in
      let pushes = workspace.server.pushes
      pushes.reply { device in
        switch device.address {
        case "gone": .gone("410")
        case "refused": .rejected("400")
        case "keyless": .notConfigured
        default: .failed("503", retryAfter: 30)
        }
      }
      for address in ["gone", "refused", "keyless", "failing"] {
        try await workspace.bob.anotherDevice(address).subscribe(address)
      }
      try await workspace.ada.post("one", in: workspace.group)
      let first = ["web gone": 1, "web rejected": 1, "web notConfigured": 1, "web waiting": 1] as [String: Int64]
      try await eventually("each has its outcome") { try await outcomes(workspace) == first }
      clock.advance(seconds: 29)
      try await workspace.ada.post("two", in: workspace.group)
      try await eventually("the next one comes") { pushes.pushes(to: "failing").count == 2 }
      #expect(pushes.pushes(to: "gone").count == 1)
      for round in 1...5 {
        clock.advance(seconds: 1_800)
        try await eventually("both are tried again") { pushes.pushes(to: "failing").count == 2 * (round + 1) }
      }
      try await eventually("they are given up") { try await outcomes(workspace)["web exhausted"] == 2 }
      clock.advance(seconds: 1_800)
      let attempts = Dictionary(grouping: pushes.pushes(to: "failing"), by: \.id)
      #expect(attempts.values.map(\.count) == [6, 6], "each five times more, always the same")
    }
  }

  @Test("a server that is killed while it sends tells nobody twice, and leaves out nothing that it had not begun")
  func killed() async throws {
    let store = try SQLiteStore(path: nil)
    let hanging = Mutex<CheckedContinuation<Void, Never>?>(nil)
    let first = try await TestServer.start(store: store)
    let (ada, bob) = (try await first.user("ada"), try await first.user("bob"))
    let group = try await ada.group("Team", bob)
    try await bob.subscribe("one")
    first.pushes.reply { _ in
      await withCheckedContinuation { continuation in hanging.withLock { $0 = continuation } }
      return .accepted
    }
    try await ada.post("being sent", in: group)
    try await eventually("it is being sent") { first.pushes.pushes().count == 1 }
    // As the next server finds it after a kill: begun, and without an outcome.
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("push-\(UUID()).db").path
    defer { try? FileManager.default.removeItem(atPath: copy) }
    try store.backup(to: copy)
    hanging.withLock { $0 }?.resume()
    try await first.instance.stop()

    let second = try await TestServer.start(store: try SQLiteStore(path: copy))
    let again = try await second.signedIn("ada")
    try await again.post("after", in: group)
    try await eventually("the next one comes") { second.pushes.pushes().count == 1 }
    let found: PushOutcomes = try await again.ask("GET", "/v1/push/outcomes")
    #expect(found.outcomes.map(\.outcome).contains("interrupted"))
    #expect(second.pushes.pushes().map(\.message?.seq) == [2])
    try await second.instance.stop()
  }
}

extension RouteCase {
  static let push = [
    RouteCase("getPush") { workspace async throws in
      let offer: PushOffer = try await workspace.bob.ask("GET", "/v1/push")
      #expect(offer == PushOffer(services: ["apns", "web"], webKey: "BKey"))
      try await workspace.bob.subscribe("one")
      #expect(try await workspace.bob.ask("GET", "/v1/push", as: PushOffer.self).registered == .web)
    },
    RouteCase("subscribePush") { workspace async throws in
      let subscription = PushSubscription(service: .apns, address: "aa", environment: .development)
      #expect(try await workspace.bob.send("PUT", "/v1/push", subscription).status == 204)
      let long = String(repeating: "x", count: PushSubscription.mostAddress + 1)
      for subscription in [
        PushSubscription(service: .web, address: ""), PushSubscription(service: .web, address: long),
        PushSubscription(service: .web, address: "a", publicKey: long),
        PushSubscription(service: .web, address: "a", secret: long),
      ] {
        try expectProblem(await workspace.bob.send("PUT", "/v1/push", subscription), .invalid)
      }
    },
    RouteCase("markDelivered") { workspace async throws in
      let path = "/v1/conversations/\(workspace.group)/delivered"
      #expect(try await workspace.ada.send("PUT", path, DeliveredRequest(seq: 1)).status == 204)
      let members = try await workspace.bob.window(workspace.group).members
      let ada = try #require(members.first { $0.user == workspace.ada.id })
      #expect(ada.deliveredSeq == 1 && ada.readSeq == 0)
      try expectProblem(await workspace.ada.send("PUT", path, DeliveredRequest(seq: -1)), .invalid)
      try expectProblem(await workspace.eve.send("PUT", path, DeliveredRequest(seq: 1)), .notFound)
    },
    RouteCase("unsubscribePush") { workspace async throws in
      try await workspace.bob.subscribe("one")
      for _ in 1...2 { #expect(try await workspace.bob.send("DELETE", "/v1/push").status == 204) }
      #expect(try await workspace.bob.ask("GET", "/v1/push", as: PushOffer.self).registered == nil)
    },
    RouteCase("listPushOutcomes") { workspace async throws in
      try expectProblem(await workspace.bob.send("GET", "/v1/push/outcomes"), .forbidden)
      try await workspace.bob.subscribe("one")
      try await workspace.ada.post("hello", in: workspace.group)
      try await eventually("the outcome is known") {
        let found: PushOutcomes = try await workspace.ada.ask("GET", "/v1/push/outcomes")
        return found.outcomes == [PushOutcomeCount(service: .web, outcome: "accepted", count: 1)]
      }
    },
    RouteCase("lookUpNotification") { workspace async throws in
      try await workspace.bob.subscribe("one")
      try await workspace.ada.post("hello", in: workspace.group)
      try await eventually("it is told of") { workspace.server.pushes.pushes().count == 1 }
      let form = NotificationLookupRequest(ticket: try #require(workspace.server.pushes.pushes().first).id.description)
      let answer = try await workspace.server.http.send("POST", "/v1/notifications/lookup", body: form.json())
      #expect(try NotificationContent(json: answer.body).body == "hello")
      try expectProblem(
        await workspace.server.http.send(
          "POST", "/v1/notifications/lookup", body: NotificationLookupRequest(ticket: "no").json()), .notFound)
    },
  ]
}
