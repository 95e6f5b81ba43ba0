import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

/// What the intelligence answers with the part of the engine that needs no models.
extension RouteCase {
  static let intelligence = settings + outputs + insights + priorities + searching + meetings + assistant

  private static let settings = [
    RouteCase("intelligenceStatus") { world async throws in
      let status = try await world.bob.ask("GET", "/v1/ai/status", as: AIStatus.self)
      #expect(status.isOn && status.model == nil && status.place == "this server")
      #expect(status.requestsToday == 0 && status.requestsADay == 100)
    },
    RouteCase("getPreferences") { world async throws in
      #expect(try await world.bob.ask("GET", "/v1/ai/preferences") == AIPreferences())
    },
    RouteCase("savePreferences") { world async throws in
      let wanted = AIPreferences(
        urgentContacts: [world.ada.id], urgentKeywords: ["outage"], focusHours: [.init(days: [1], start: 540, end: 600)]
      )
      try await world.bob.tell("PUT", "/v1/ai/preferences", wanted)
      #expect(try await world.bob.ask("GET", "/v1/ai/preferences") == wanted)
      #expect(try await world.ada.ask("GET", "/v1/ai/preferences") == AIPreferences(), "they are Bob's own")
      let wrong = AIPreferences(focusHours: [.init(days: [8], start: 0, end: 10)])
      try expectProblem(await world.bob.send("PUT", "/v1/ai/preferences", wrong), .invalid)
      let part = #"{"isOn":false,"tone":"brief"}"#
      let refused = try await world.server.http.send(
        "PUT", "/v1/ai/preferences", token: world.bob.token, body: Array(part.utf8))
      try expectProblem(refused, .malformed, "what is left out would be lost")
      #expect(try await world.bob.ask("GET", "/v1/ai/preferences") == wanted)
    },
    RouteCase("switchIntelligence") { world async throws in
      let path = "/v1/conversations/\(world.group)"
      try await world.ada.tell("PUT", "\(path)/intelligence", SwitchRequest(isOn: false))
      let off = try await world.server.http.send(
        "POST", "\(path)/summary", token: world.ada.token, body: Array("{}".utf8))
      try expectProblem(off, .forbidden)
      let notAdmin = try await world.server.http.send(
        "PUT", "\(path)/intelligence", token: world.bob.token, body: Array(#"{"isOn":true}"#.utf8))
      try expectProblem(notAdmin, .forbidden)
      try await world.ada.tell("PUT", "\(path)/intelligence", SwitchRequest(isOn: true))
      try await world.ada.tell("POST", "\(path)/summary", SummaryRequest())
    },
    RouteCase("listLedger") { world async throws in
      _ = try await summary(world)
      let entries = try await world.ada.ask("GET", "/v1/ai/ledger", as: LedgerResponse.self).entries
      #expect(entries.map(\.feature) == ["summarizeThread"])
      #expect(entries.allSatisfy { $0.place == "this server" && $0.messagesSent == 0 })
      #expect(try await world.bob.ask("GET", "/v1/ai/ledger", as: LedgerResponse.self).entries.isEmpty)
    },
  ]

  /// Ada's summary of what Bob said.
  private static func summary(_ world: TestWorkspace) async throws -> AIOutput {
    try await world.bob.post("The harbour map is ready, I will send it to Ada tomorrow.", in: world.group)
    return try await world.ada.ask(
      "POST", "/v1/conversations/\(world.group)/summary", SummaryRequest(.last(10)))
  }

  private static let outputs = [
    RouteCase("summarizeThread") { world async throws in
      let output = try await summary(world)
      #expect(output.kind == .summary && output.conversation == world.group)
      #expect(output.text.contains("map"))
      #expect(output.receipt.model == "on-box 1" && output.receipt.messagesSent == 0)
      let cited = (output.points + output.contributions).flatMap(\.citations)
      #expect(!cited.isEmpty && cited.allSatisfy { $0.conversation == world.group })
    },
    RouteCase("summarizeUnread") { world async throws in
      let output = try await world.ada.ask("POST", "/v1/ai/digest", as: AIOutput.self)
      #expect(output.kind == .digest)
    },
    RouteCase("listOutputs") { world async throws in
      let output = try await summary(world)
      #expect(
        try await world.ada.ask("GET", "/v1/ai/outputs", as: OutputsResponse.self).outputs.map(\.id) == [output.id])
      #expect(try await world.bob.ask("GET", "/v1/ai/outputs", as: OutputsResponse.self).outputs.isEmpty, "it is Ada's")
    },
    RouteCase("setFeedback") { world async throws in
      let output = try await summary(world)
      let path = "/v1/ai/outputs/\(output.id)/feedback"
      try await world.ada.tell("PUT", path, FeedbackRequest(feedback: .helpful, note: "good"))
      let kept = try await world.ada.ask("GET", "/v1/ai/outputs", as: OutputsResponse.self).outputs
      #expect(kept.first?.feedback == .helpful && kept.first?.feedbackNote == "good")
      let other = try await world.server.http.send("PUT", path, token: world.bob.token, body: Array("{}".utf8))
      try expectProblem(other, .notFound)
    },
    RouteCase("dismissOutput") { world async throws in
      let output = try await summary(world)
      try await world.ada.tell("DELETE", "/v1/ai/outputs/\(output.id)")
      #expect(try await world.ada.ask("GET", "/v1/ai/outputs", as: OutputsResponse.self).outputs.isEmpty)
    },
    RouteCase("shareOutput") { world async throws in
      let output = try await summary(world)
      let path = "/v1/ai/outputs/\(output.id)/share"
      let shared = try await world.ada.ask(
        "POST", path, ShareRequest(conversation: world.group), as: SharedResponse.self)
      let again = try await world.ada.ask(
        "POST", path, ShareRequest(conversation: world.group), as: SharedResponse.self)
      #expect(shared == again, "sharing twice posts once")
      let message = try await world.bob.window(world.group).messages.last
      #expect(message?.id == shared.message && message?.sender == world.ada.id)
      let elsewhere = try await world.ada.group("Elsewhere", world.eve)
      let body = ShareRequest(conversation: elsewhere).json()
      let other = try await summary(world)
      let refused = try await world.server.http.send(
        "POST", "/v1/ai/outputs/\(other.id)/share", token: world.ada.token, body: body)
      try expectProblem(refused, .forbidden)
    },
  ]

  private static func mark(_ world: TestWorkspace, _ kind: Insight.Kind = .actionItem) async throws -> Insight {
    let form = MarkInsightRequest(kind: kind, message: world.message.id, text: "Greet the team", id: TestUser.newID())
    return try await world.bob.ask("POST", "/v1/conversations/\(world.group)/insights", form)
  }

  private static let insights = [
    RouteCase("markInsight") { world async throws in
      let form = MarkInsightRequest(kind: .decision, message: world.message.id, id: TestUser.newID())
      let path = "/v1/conversations/\(world.group)/insights"
      let first: Insight = try await world.bob.ask("POST", path, form)
      let again: Insight = try await world.bob.ask("POST", path, form)
      #expect(first == again && first.text == "hello team" && first.citations == [world.message.id])
      #expect(try await world.ada.window(world.group).insights == [first], "it is a row of the feed")
    },
    RouteCase("changeInsight") { world async throws in
      let insight = try await mark(world)
      let path = "/v1/conversations/\(world.group)/insights/\(insight.id)"
      let done: Insight = try await world.ada.ask("PATCH", path, InsightChange(status: .done, owner: world.bob.id))
      #expect(done.status == .done && done.owner == world.bob.id && done.isEdited)
      let body = InsightChange(owner: world.eve.id).json()
      try expectProblem(
        await world.server.http.send("PATCH", path, token: world.ada.token, body: body), .invalid, "not a member")
    },
    RouteCase("listInsights") { world async throws in
      let insight = try await mark(world)
      let found = try await world.ada.ask("GET", "/v1/ai/insights?kind=action_item", as: InsightsResponse.self)
      #expect(found.insights.map(\.id) == [insight.id])
      for query in ["?kind=decision", "?owner=me", "?query=nothing", "?status=done"] {
        let none = try await world.ada.ask("GET", "/v1/ai/insights\(query)", as: InsightsResponse.self)
        #expect(none.insights.isEmpty, "\(query)")
      }
      #expect(try await world.eve.ask("GET", "/v1/ai/insights", as: InsightsResponse.self).insights.isEmpty)
    },
    RouteCase("extractActionItems") { world async throws in
      let insight = try await mark(world)
      let path = "/v1/conversations/\(world.group)/action-items"
      let found = try await world.ada.ask("POST", path, SummaryRequest(.days(7)), as: InsightsResponse.self)
      #expect(found.insights.map(\.id) == [insight.id])
    },
    RouteCase("trackDecisions") { world async throws in
      let insight = try await mark(world, .decision)
      let path = "/v1/conversations/\(world.group)/decisions"
      let found = try await world.ada.ask("POST", path, SummaryRequest(.days(7)), as: InsightsResponse.self)
      #expect(found.insights.map(\.id) == [insight.id])
    },
    RouteCase("detectScheduling") { world async throws in
      let insight = try await mark(world, .scheduling)
      let path = "/v1/conversations/\(world.group)/scheduling"
      let found = try await world.ada.ask("POST", path, SummaryRequest(.days(7)), as: InsightsResponse.self)
      #expect(found.insights.map(\.id) == [insight.id])
    },
  ]

  private static let priorities = [
    RouteCase("detectPriorityMessages") { world async throws in
      try await world.ada.tell("PUT", "/v1/ai/preferences", AIPreferences(urgentKeywords: ["fire"]))
      let urgent = try await world.bob.post("There is a fire in the server room", in: world.group)
      let found = try await world.ada.ask("GET", "/v1/ai/priorities?unread=true", as: PrioritiesResponse.self).verdicts
      #expect(found.map(\.message) == [urgent.id, world.message.id])
      #expect(found.first?.priority == .urgent && found.first?.reason.contains("fire") == true)
      #expect(try await world.eve.ask("GET", "/v1/ai/priorities", as: PrioritiesResponse.self).verdicts.isEmpty)
    },
    RouteCase("categorizeMessage") { world async throws in
      let path = "/v1/conversations/\(world.group)/messages/\(world.message.id)/category"
      let verdict = try await world.ada.ask("POST", path, as: PriorityVerdict.self)
      #expect(verdict.message == world.message.id && !verdict.reason.isEmpty && !verdict.isCorrected)
    },
    RouteCase("correctPriority") { world async throws in
      let path = "/v1/conversations/\(world.group)/messages/\(world.message.id)"
      let verdict = try await world.ada.ask(
        "PUT", "\(path)/priority", PriorityRequest(priority: .urgent), as: PriorityVerdict.self)
      #expect(verdict.priority == .urgent && verdict.isCorrected)
      let inbox = try await world.ada.ask("GET", "/v1/ai/priorities", as: PrioritiesResponse.self).verdicts
      #expect(inbox.first?.message == world.message.id && inbox.first?.isCorrected == true)
    },
  ]

  private static let searching = [
    RouteCase("searchConversations") { world async throws in
      let form = SmartSearchRequest(query: "hello from:bob", limit: 5)
      let hits = try await world.ada.ask("POST", "/v1/ai/search", form, as: SmartSearchResponse.self).hits
      #expect(hits.map(\.citation.message) == [world.message.id])
      #expect(hits.first?.matchedBy.contains("words") == true)
      #expect(try await world.eve.ask("POST", "/v1/ai/search", form, as: SmartSearchResponse.self).hits.isEmpty)
    },
    RouteCase("askConversations") { world async throws in
      try await world.bob.post("The ferry to the island leaves at nine from pier four.", in: world.group)
      let form = QuestionRequest(question: "Where does the ferry to the island leave?")
      let answer = try await world.ada.ask("POST", "/v1/ai/ask", form, as: AIOutput.self)
      #expect(answer.isFound && answer.text.contains("pier four"))
      let none = try await world.eve.ask("POST", "/v1/ai/ask", form, as: AIOutput.self)
      #expect(!none.isFound && none.points.isEmpty)
    },
    RouteCase("findMessages") { world async throws in
      let ferry = try await world.bob.post("The ferry to the island leaves at nine from pier four.", in: world.group)
      func find(_ query: String, asks: Bool = false, _ asker: TestUser) async throws -> Findings {
        try await asker.lastEvent("POST", "/v1/search", FindRequest(query: query, limit: 5, asks: asks))
      }
      let asked = try await find("Where does the ferry to the island leave?", asks: true, world.ada)
      #expect(asked.answer?.isFound == true && asked.answer?.text.contains("pier four") == true)
      #expect(asked.hits?.contains { $0.citation.message == ferry.id } == true)
      let searched = try await find("ferry isl", world.ada)
      #expect(searched.results.map(\.message.id) == [ferry.id] && searched.answer == nil, "nobody has asked")
      let seven = try await world.bob.post("Room 7 is free", in: world.group)
      let seventy = try await world.bob.post("Room 70 is free", in: world.group)
      let rooms = try await find("room 7", world.ada).results.map(\.message.id)
      #expect(rooms == [seven.id, seventy.id], "7 is meant before 70, each once")
      let none = try await find("Where does the ferry to the island leave?", asks: true, world.eve)
      #expect(none.results.isEmpty && none.hits == [] && none.answer?.isFound == false)
    },
  ]

  private static func meeting(_ world: TestWorkspace) async throws -> AIOutput {
    let form = MeetingRequest(topic: "Launch", minutes: 30)
    return try await world.ada.ask("POST", "/v1/conversations/\(world.group)/meeting-times", form)
  }

  private static let meetings = [
    RouteCase("suggestMeetingTimes") { world async throws in
      let output = try await meeting(world)
      #expect(output.kind == .meeting && !output.slots.isEmpty)
      for slot in output.slots {
        #expect(slot.end.milliseconds - slot.start.milliseconds == 30 * 60_000)
        #expect(Set(slot.seats.map(\.user)) == [world.ada.id, world.bob.id])
        #expect(!slot.reason.isEmpty)
      }
    },
    RouteCase("calendarFile") { world async throws in
      let output = try await meeting(world)
      let path = "/v1/ai/outputs/\(output.id)/slots"
      let file = String(decoding: try await world.ada.tell("GET", "\(path)/0/calendar"), as: UTF8.self)
      #expect(file.hasPrefix("BEGIN:VCALENDAR\r\n") && file.contains("SUMMARY:Launch"))
      try expectProblem(await world.ada.send("GET", "\(path)/99/calendar"), .notFound)
      try expectProblem(await world.bob.send("GET", "\(path)/0/calendar"), .notFound)
    },
  ]

  private static let assistant = [
    RouteCase("talkToAssistant") { world async throws in
      let form = AssistantRequest(text: "send Team: see you at nine", conversation: world.group)
      let events = String(decoding: try await world.ada.tell("POST", "/v1/ai/assistant", form), as: UTF8.self)
      let last = try #require(events.split(separator: "\n\n").last?.dropFirst(6))
      let answer = try AssistantMessage(json: Array(last.utf8))
      #expect(answer.proposals.map(\.function) == ["sendMessage"])
      #expect(answer.proposals.first?.summary.contains("See you at nine") == true)
      #expect(try await world.bob.window(world.group).messages.count == 1, "nothing is sent before it is approved")
    },
    RouteCase("assistantHistory") { world async throws in
      try await world.ada.tell("POST", "/v1/ai/assistant", AssistantRequest(text: "help"))
      let messages = try await world.ada.ask("GET", "/v1/ai/assistant", as: AssistantHistoryResponse.self).messages
      #expect(messages.map(\.role) == [.user, .assistant])
      #expect(try await world.bob.ask("GET", "/v1/ai/assistant", as: AssistantHistoryResponse.self).messages.isEmpty)
    },
    RouteCase("eraseAssistantHistory") { world async throws in
      try await world.ada.tell("POST", "/v1/ai/assistant", AssistantRequest(text: "help"))
      try await world.ada.tell("DELETE", "/v1/ai/assistant")
      #expect(try await world.ada.ask("GET", "/v1/ai/assistant", as: AssistantHistoryResponse.self).messages.isEmpty)
    },
    RouteCase("assistantMemory") { world async throws in
      try await remember(world)
      let entries = try await world.ada.ask("GET", "/v1/ai/memory", as: MemoryResponse.self).entries
      #expect(entries.map(\.text) == ["I work from Lisbon"])
    },
    RouteCase("eraseMemory") { world async throws in
      try await remember(world)
      let entry = try #require(try await world.ada.ask("GET", "/v1/ai/memory", as: MemoryResponse.self).entries.first)
      try await world.ada.tell("DELETE", "/v1/ai/memory/\(entry.id)")
      #expect(try await world.ada.ask("GET", "/v1/ai/memory", as: MemoryResponse.self).entries.isEmpty)
    },
    RouteCase("executeFunction") { world async throws in
      let form = FunctionRequest(function: "searchMessages", arguments: #"{"query":"hello"}"#)
      let answer = try await world.ada.ask("POST", "/v1/ai/functions", form, as: AssistantMessage.self)
      #expect(answer.citations.map(\.message) == [world.message.id])
      let wrong = FunctionRequest(function: "dropTables", arguments: "{}").json()
      try expectProblem(
        await world.server.http.send("POST", "/v1/ai/functions", token: world.ada.token, body: wrong), .invalid)
    },
    RouteCase("decideProposal") { world async throws in
      let form = FunctionRequest(
        function: "sendMessage", arguments: #"{"conversation":"Team","text":"Exactly this"}"#)
      let answer = try await world.ada.ask("POST", "/v1/ai/functions", form, as: AssistantMessage.self)
      let proposal = try #require(answer.proposals.first)
      let path = "/v1/ai/proposals/\(proposal.id)"
      let stranger = try await world.server.http.send(
        "PUT", path, token: world.bob.token, body: Array(#"{"approve":true}"#.utf8))
      try expectProblem(stranger, .notFound)
      for _ in 0..<2 {
        let decided: ActionProposal = try await world.ada.ask("PUT", path, ProposalRequest(approve: true))
        #expect(decided.state == .done)
      }
      #expect(try await world.bob.window(world.group).messages.map(\.text) == ["hello team", "Exactly this"])
    },
  ]

  private static func remember(_ world: TestWorkspace) async throws {
    let form = FunctionRequest(function: "rememberFact", arguments: #"{"text":"I work from Lisbon"}"#)
    let answer = try await world.ada.ask("POST", "/v1/ai/functions", form, as: AssistantMessage.self)
    let proposal = try #require(answer.proposals.first)
    _ = try await world.ada.ask(
      "PUT", "/v1/ai/proposals/\(proposal.id)", ProposalRequest(approve: true), as: ActionProposal.self)
  }
}
