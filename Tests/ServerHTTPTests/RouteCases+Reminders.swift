import Domain
import Foundation
import ServerCore
import TestSupport
import Testing
import WireProtocol

extension RouteCase {
  private static let path = "/v1/reminders"

  private static func request(
    text: String? = nil, message: Message? = nil, in conversation: ConversationID? = nil, seconds: Double = 3_600
  ) -> ReminderRequest {
    ReminderRequest(
      id: ReminderID(high: 0x0190_0000_0000_7000, low: .random(in: .min ... .max) | 1 << 63),
      at: Timestamp(Date(timeIntervalSinceNow: seconds)), text: text, conversation: conversation, message: message?.id)
  }

  static let reminders = [
    RouteCase("addReminder") { workspace async throws in
      let form = request(message: workspace.message, in: workspace.group)
      let answer = try await workspace.ada.send("POST", path, form)
      #expect(answer.status == 201)
      let made = try Reminder(json: answer.body)
      #expect(made.id == form.id && made.text == "hello team" && made.state == .waiting && made.kind == .message)
      #expect(try Reminder(json: await workspace.ada.send("POST", path, form).body) == made, "a repeat is no other one")
      try expectProblem(await workspace.bob.send("POST", path, form), .conflict)
      try expectProblem(
        await workspace.eve.send("POST", path, request(message: workspace.message, in: workspace.group)), .notFound)
      try expectProblem(await workspace.ada.send("POST", path, request(text: "x", seconds: -1)), .invalid)
      try expectProblem(await workspace.ada.send("POST", path, request()), .invalid)
      try expectProblem(
        await workspace.ada.send("POST", path, request(text: "x", message: workspace.message, in: workspace.group)),
        .invalid)
      let stop = FeatureRollout(percentage: 100, isStopped: true)
      #expect(try await workspace.ada.send("PUT", "/v1/features/reminders", stop).status == 200)
      try expectProblem(await workspace.ada.send("POST", path, request(text: "x")), .forbidden)
    },
    RouteCase("listReminders") { workspace async throws in
      for (text, seconds) in [("second", 7_200.0), ("first", 3_600.0)] {
        #expect(try await workspace.ada.send("POST", path, request(text: text, seconds: seconds)).status == 201)
      }
      let found = try RemindersResponse(json: await workspace.ada.ok("GET", path)).reminders
      #expect(found.map(\.text) == ["first", "second"])
      #expect(try RemindersResponse(json: await workspace.bob.ok("GET", path)).reminders.isEmpty)
    },
    RouteCase("getReminder") { workspace async throws in
      let form = request(text: "Call the bank")
      #expect(try await workspace.ada.send("POST", path, form).status == 201)
      #expect(try Reminder(json: await workspace.ada.ok("GET", "\(path)/\(form.id)")).text == "Call the bank")
      try expectProblem(await workspace.bob.send("GET", "\(path)/\(form.id)"), .notFound)
    },
    RouteCase("changeReminder") { workspace async throws in
      let form = request(text: "Call the bank")
      let own = "\(path)/\(form.id)"
      #expect(try await workspace.ada.send("POST", path, form).status == 201)
      let later = form.at.adding(seconds: 60)
      #expect(try Reminder(json: await workspace.ada.ok("PATCH", own, ReminderChange(at: later))).at == later)
      try expectProblem(await workspace.bob.send("PATCH", own, ReminderChange(isDone: true)), .notFound)
      try expectProblem(await workspace.ada.send("PATCH", own, ReminderChange()), .invalid)
      try expectProblem(await workspace.ada.send("PATCH", own, ReminderChange(at: later, isDone: true)), .invalid)
      for _ in 1...2 {
        #expect(try Reminder(json: await workspace.ada.ok("PATCH", own, ReminderChange(isDone: true))).state == .over)
      }
      try expectProblem(await workspace.ada.send("PATCH", own, ReminderChange(at: later)), .gone)
      try expectProblem(await workspace.ada.send("GET", own), .notFound)
    },
    RouteCase("setOpinion") { workspace async throws in
      let message = "/v1/conversations/\(workspace.group)/messages/\(workspace.message.id)"
      let form = OpinionRequest(feedback: .unhelpful)
      for subject in Opinion.Subject.allCases {
        #expect(try await workspace.ada.send("PUT", "\(message)/opinions/\(subject.rawValue)", form).status == 204)
      }
      let usage = try AIUsage(json: await workspace.ada.ok("GET", "/v1/ai/usage"))
      #expect(usage.ratings.map(\.kind) == Opinion.Subject.allCases.map(\.rawValue).sorted())
      #expect(usage.ratings.allSatisfy { $0.unhelpful == 1 && $0.version == ProductVersion.current })
      try expectProblem(await workspace.eve.send("PUT", "\(message)/opinions/priority", form), .notFound)
      try expectProblem(await workspace.ada.send("PUT", "\(message)/opinions/weather", form), .notFound)
    },
    RouteCase("unsubscribeDigest") { workspace async throws in
      for token in ["", "x"] {
        try expectProblem(
          await workspace.server.http.send(
            "POST", "/v1/digests/unsubscribe", body: UnsubscribeRequest(token: token).json()), .forbidden)
      }
      let secret = try workspace.server.instance.context.store.secret(ServerSecret.digestLinks.rawValue)
      let token = try DigestMailing.token(
        of: workspace.ada.id, key: #require(secret), until: Timestamp(Date(timeIntervalSinceNow: 60)))
      let answer = try await workspace.server.http.send(
        "POST", "/v1/digests/unsubscribe", body: UnsubscribeRequest(token: token).json())
      #expect(answer.status == 204)
    },
  ]
}
