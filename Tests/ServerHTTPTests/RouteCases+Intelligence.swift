import Domain
import Foundation
import TestSupport
import Testing
import WireProtocol

/// What the AI answers with the part of the engine that needs no models.
extension RouteCase {
  static let intelligence = settings + outputs + insights + priorities + searching + meetings + assistant

  private static let settings = [
    RouteCase("intelligenceStatus") { workspace async throws in
      let status = try await workspace.bob.ask("GET", "/v1/ai/status", as: AIStatus.self)
      #expect(status.isOn && status.model == nil && status.place == "this server")
      #expect(status.requestsToday == 0 && status.requestsADay == 100)
    },
    RouteCase("getPreferences") { workspace async throws in
      #expect(try await workspace.bob.ask("GET", "/v1/ai/preferences") == AIPreferences())
    },
    RouteCase("savePreferences") { workspace async throws in
      let wanted = AIPreferences(
        urgentContacts: [workspace.ada.id], urgentKeywords: ["outage"],
        focusHours: [.init(days: [1], start: 540, end: 600)]
      )
      try await workspace.bob.tell("PUT", "/v1/ai/preferences", wanted)
      #expect(try await workspace.bob.ask("GET", "/v1/ai/preferences") == wanted)
      #expect(try await workspace.ada.ask("GET", "/v1/ai/preferences") == AIPreferences(), "they are Bob's own")
      let wrong = AIPreferences(focusHours: [.init(days: [8], start: 0, end: 10)])
      try expectProblem(await workspace.bob.send("PUT", "/v1/ai/preferences", wrong), .invalid)
      let part = #"{"isOn":false,"tone":"brief"}"#
      let refused = try await workspace.server.http.send(
        "PUT", "/v1/ai/preferences", token: workspace.bob.token, body: Array(part.utf8))
      try expectProblem(refused, .malformed, "what is left out would be lost")
      #expect(try await workspace.bob.ask("GET", "/v1/ai/preferences") == wanted)
    },
    RouteCase("conversationWork") { workspace async throws in
      let path = "/v1/conversations/\(workspace.group)/intelligence"
      try await eventually("reading the conversation") {
        try await workspace.ada.ask("GET", path, as: ConversationWork.self).waitingMessages == 0
      }
      try expectProblem(await workspace.server.http.send("GET", path, token: workspace.eve.token), .notFound)
    },
    RouteCase("switchIntelligence") { workspace async throws in
      let path = "/v1/conversations/\(workspace.group)"
      try await workspace.ada.tell("PUT", "\(path)/intelligence", SwitchRequest(isOn: false))
      let off = try await workspace.server.http.send(
        "POST", "\(path)/summary", token: workspace.ada.token, body: Array("{}".utf8))
      try expectProblem(off, .forbidden)
      let notAdmin = try await workspace.server.http.send(
        "PUT", "\(path)/intelligence", token: workspace.bob.token, body: Array(#"{"isOn":true}"#.utf8))
      try expectProblem(notAdmin, .forbidden)
      try await workspace.ada.tell("PUT", "\(path)/intelligence", SwitchRequest(isOn: true))
      try await workspace.ada.tell("POST", "\(path)/summary", SummaryRequest())
    },
    RouteCase("listLedger") { workspace async throws in
      _ = try await summary(workspace)
      let entries = try await workspace.ada.ask("GET", "/v1/ai/ledger", as: LedgerResponse.self).entries
      #expect(entries.map(\.feature) == ["summarizeThread"])
      #expect(entries.allSatisfy { $0.place == "this server" && $0.messagesSent == 0 })
      #expect(try await workspace.bob.ask("GET", "/v1/ai/ledger", as: LedgerResponse.self).entries.isEmpty)
    },
  ]

  /// Ada's summary of what Bob said.
  private static func summary(_ workspace: TestWorkspace) async throws -> AIOutput {
    try await workspace.bob.post("The harbour map is ready, I will send it to Ada tomorrow.", in: workspace.group)
    return try await workspace.ada.ask(
      "POST", "/v1/conversations/\(workspace.group)/summary", SummaryRequest(.last(10)))
  }

  private static let outputs = [
    RouteCase("summarizeThread") { workspace async throws in
      let output = try await summary(workspace)
      #expect(output.kind == .summary && output.conversation == workspace.group)
      #expect(output.text.contains("map"))
      #expect(output.receipt.model == "on-box 1" && output.receipt.messagesSent == 0)
      let cited = (output.points + output.contributions).flatMap(\.citations)
      #expect(!cited.isEmpty && cited.allSatisfy { $0.conversation == workspace.group })
    },
    RouteCase("summarizeUnread") { workspace async throws in
      let output = try await workspace.ada.ask("POST", "/v1/ai/digest", as: AIOutput.self)
      #expect(output.kind == .digest)
    },
    RouteCase("listOutputs") { workspace async throws in
      let output = try await summary(workspace)
      #expect(
        try await workspace.ada.ask("GET", "/v1/ai/outputs", as: OutputsResponse.self).outputs.map(\.id) == [output.id])
      #expect(
        try await workspace.bob.ask("GET", "/v1/ai/outputs", as: OutputsResponse.self).outputs.isEmpty, "it is Ada's")
    },
    RouteCase("setFeedback") { workspace async throws in
      let output = try await summary(workspace)
      let path = "/v1/ai/outputs/\(output.id)/feedback"
      try await workspace.ada.tell("PUT", path, FeedbackRequest(feedback: .helpful, note: "good"))
      let kept = try await workspace.ada.ask("GET", "/v1/ai/outputs", as: OutputsResponse.self).outputs
      #expect(kept.first?.feedback == .helpful && kept.first?.feedbackNote == "good")
      let other = try await workspace.server.http.send("PUT", path, token: workspace.bob.token, body: Array("{}".utf8))
      try expectProblem(other, .notFound)
    },
    RouteCase("dismissOutput") { workspace async throws in
      let output = try await summary(workspace)
      try await workspace.ada.tell("DELETE", "/v1/ai/outputs/\(output.id)")
      #expect(try await workspace.ada.ask("GET", "/v1/ai/outputs", as: OutputsResponse.self).outputs.isEmpty)
    },
    RouteCase("previewOutput") { workspace async throws in
      let output = try await summary(workspace)
      let path = "/v1/ai/outputs/\(output.id)/share"
      let preview: SharePreview = try await workspace.ada.ask("GET", path)
      try expectProblem(await workspace.bob.send("GET", path), .notFound)
      _ = try await workspace.ada.ask(
        "POST", path, ShareRequest(conversation: workspace.group), as: SharedResponse.self)
      #expect(try await workspace.bob.window(workspace.group).messages.last?.text == preview.text)
    },
    RouteCase("shareOutput") { workspace async throws in
      let output = try await summary(workspace)
      let path = "/v1/ai/outputs/\(output.id)/share"
      let shared = try await workspace.ada.ask(
        "POST", path, ShareRequest(conversation: workspace.group), as: SharedResponse.self)
      let again = try await workspace.ada.ask(
        "POST", path, ShareRequest(conversation: workspace.group), as: SharedResponse.self)
      #expect(shared == again, "sharing twice posts once")
      let message = try await workspace.bob.window(workspace.group).messages.last
      #expect(message?.id == shared.message && message?.sender == workspace.ada.id)
      let elsewhere = try await workspace.ada.group("Elsewhere", workspace.eve)
      let body = ShareRequest(conversation: elsewhere).json()
      let other = try await summary(workspace)
      let refused = try await workspace.server.http.send(
        "POST", "/v1/ai/outputs/\(other.id)/share", token: workspace.ada.token, body: body)
      try expectProblem(refused, .forbidden)
    },
  ]

  private static func mark(_ workspace: TestWorkspace, _ kind: Insight.Kind = .actionItem) async throws -> Insight {
    let form = MarkInsightRequest(
      kind: kind, message: workspace.message.id, text: "Greet the team", id: TestUser.newID())
    return try await workspace.bob.ask("POST", "/v1/conversations/\(workspace.group)/insights", form)
  }

  private static let insights = [
    RouteCase("markInsight") { workspace async throws in
      let form = MarkInsightRequest(kind: .decision, message: workspace.message.id, id: TestUser.newID())
      let path = "/v1/conversations/\(workspace.group)/insights"
      let first: Insight = try await workspace.bob.ask("POST", path, form)
      let again: Insight = try await workspace.bob.ask("POST", path, form)
      #expect(first == again && first.text == "hello team" && first.citations == [workspace.message.id])
      #expect(try await workspace.ada.window(workspace.group).insights == [first], "it is a row of the feed")
      let written = MarkInsightRequest(
        kind: .actionItem, text: "Book the room", owner: workspace.ada.id, dueAt: Timestamp(milliseconds: 86_400_000),
        id: TestUser.newID())
      let task: Insight = try await workspace.bob.ask("POST", path, written)
      #expect(task.text == "Book the room" && task.citations.isEmpty && task.owner == workspace.ada.id)
      #expect(task.dueAt == Timestamp(milliseconds: 86_400_000) && task.createdBy == workspace.bob.id)
      for wrong in [
        MarkInsightRequest(kind: .actionItem), MarkInsightRequest(kind: .decision, text: "Go"),
        MarkInsightRequest(kind: .decision, message: workspace.message.id, owner: workspace.ada.id),
        MarkInsightRequest(kind: .actionItem, text: "Book", owner: workspace.eve.id),
      ] {
        try expectProblem(
          await workspace.server.http.send("POST", path, token: workspace.bob.token, body: wrong.json()), .invalid)
      }
    },
    RouteCase("changeInsight") { workspace async throws in
      let insight = try await mark(workspace)
      let path = "/v1/conversations/\(workspace.group)/insights/\(insight.id)"
      let done: Insight = try await workspace.ada.ask(
        "PATCH", path, InsightChange(status: .done, owner: workspace.bob.id))
      #expect(done.status == .done && done.owner == workspace.bob.id && done.isEdited)
      let body = InsightChange(owner: workspace.eve.id).json()
      try expectProblem(
        await workspace.server.http.send("PATCH", path, token: workspace.ada.token, body: body), .invalid,
        "not a member")
    },
    RouteCase("listInsights") { workspace async throws in
      let insight = try await mark(workspace)
      let found = try await workspace.ada.ask("GET", "/v1/ai/insights?kind=action_item", as: InsightsResponse.self)
      #expect(found.insights.map(\.id) == [insight.id])
      for query in ["?kind=decision", "?owner=me", "?query=nothing", "?status=done"] {
        let none = try await workspace.ada.ask("GET", "/v1/ai/insights\(query)", as: InsightsResponse.self)
        #expect(none.insights.isEmpty, "\(query)")
      }
      #expect(try await workspace.eve.ask("GET", "/v1/ai/insights", as: InsightsResponse.self).insights.isEmpty)
    },
    RouteCase("extractActionItems") { workspace async throws in
      let insight = try await mark(workspace)
      let path = "/v1/conversations/\(workspace.group)/action-items"
      let found = try await workspace.ada.ask("POST", path, SummaryRequest(.days(7)), as: InsightsResponse.self)
      #expect(found.insights.map(\.id) == [insight.id])
    },
    RouteCase("trackDecisions") { workspace async throws in
      let insight = try await mark(workspace, .decision)
      let path = "/v1/conversations/\(workspace.group)/decisions"
      let found = try await workspace.ada.ask("POST", path, SummaryRequest(.days(7)), as: InsightsResponse.self)
      #expect(found.insights.map(\.id) == [insight.id])
    },
    RouteCase("detectScheduling") { workspace async throws in
      let insight = try await mark(workspace, .scheduling)
      let path = "/v1/conversations/\(workspace.group)/scheduling"
      let found = try await workspace.ada.ask("POST", path, SummaryRequest(.days(7)), as: InsightsResponse.self)
      #expect(found.insights.map(\.id) == [insight.id])
    },
  ]

  private static let priorities = [
    RouteCase("detectPriorityMessages") { workspace async throws in
      try await workspace.ada.tell("PUT", "/v1/ai/preferences", AIPreferences(urgentKeywords: ["fire"]))
      let urgent = try await workspace.bob.post("There is a fire in the server room", in: workspace.group)
      let found = try await workspace.ada.ask("GET", "/v1/ai/priorities?unread=true", as: PrioritiesResponse.self)
        .verdicts
      #expect(found.map(\.message) == [urgent.id, workspace.message.id])
      #expect(found.first?.priority == .urgent && found.first?.reason.contains("fire") == true)
      #expect(try await workspace.eve.ask("GET", "/v1/ai/priorities", as: PrioritiesResponse.self).verdicts.isEmpty)
    },
    RouteCase("categorizeMessage") { workspace async throws in
      let path = "/v1/conversations/\(workspace.group)/messages/\(workspace.message.id)/category"
      let verdict = try await workspace.ada.ask("POST", path, as: PriorityVerdict.self)
      #expect(verdict.message == workspace.message.id && !verdict.reason.isEmpty && !verdict.isCorrected)
    },
    RouteCase("correctPriority") { workspace async throws in
      let path = "/v1/conversations/\(workspace.group)/messages/\(workspace.message.id)"
      let verdict = try await workspace.ada.ask(
        "PUT", "\(path)/priority", PriorityRequest(priority: .urgent), as: PriorityVerdict.self)
      #expect(verdict.priority == .urgent && verdict.isCorrected)
      let inbox = try await workspace.ada.ask("GET", "/v1/ai/priorities", as: PrioritiesResponse.self).verdicts
      #expect(inbox.first?.message == workspace.message.id && inbox.first?.isCorrected == true)
    },
  ]

  private static let searching = [
    RouteCase("searchConversations") { workspace async throws in
      let form = SmartSearchRequest(query: "hello from:bob", limit: 5)
      let hits = try await workspace.ada.ask("POST", "/v1/ai/search", form, as: SmartSearchResponse.self).hits
      #expect(hits.map(\.citation.message) == [workspace.message.id])
      #expect(hits.first?.matchedBy.contains("words") == true)
      #expect(try await workspace.eve.ask("POST", "/v1/ai/search", form, as: SmartSearchResponse.self).hits.isEmpty)
    },
    RouteCase("askConversations") { workspace async throws in
      try await workspace.bob.post("The ferry to the island leaves at nine from pier four.", in: workspace.group)
      let form = QuestionRequest(question: "Where does the ferry to the island leave?")
      let answer = try await workspace.ada.ask("POST", "/v1/ai/ask", form, as: AIOutput.self)
      #expect(answer.isFound && answer.text.contains("pier four"))
      let none = try await workspace.eve.ask("POST", "/v1/ai/ask", form, as: AIOutput.self)
      #expect(!none.isFound && none.points.isEmpty)
    },
    RouteCase("findMessages") { workspace async throws in
      let ferry = try await workspace.bob.post(
        "The ferry to the island leaves at nine from pier four.", in: workspace.group)
      func find(_ query: String, asks: Bool = false, _ asker: TestUser) async throws -> Findings {
        try await asker.lastEvent("POST", "/v1/search", FindRequest(query: query, limit: 5, asks: asks))
      }
      let asked = try await find("Where does the ferry to the island leave?", asks: true, workspace.ada)
      #expect(asked.answer?.isFound == true && asked.answer?.text.contains("pier four") == true)
      #expect(asked.hits?.contains { $0.citation.message == ferry.id } == true)
      let searched = try await find("ferry isl", workspace.ada)
      #expect(searched.results.map(\.message.id) == [ferry.id] && searched.answer == nil, "nobody has asked")
      let seven = try await workspace.bob.post("Room 7 is free", in: workspace.group)
      let seventy = try await workspace.bob.post("Room 70 is free", in: workspace.group)
      let rooms = try await find("room 7", workspace.ada).results.map(\.message.id)
      #expect(rooms == [seven.id, seventy.id], "7 is meant before 70, each once")
      let none = try await find("Where does the ferry to the island leave?", asks: true, workspace.eve)
      #expect(none.results.isEmpty && none.hits == [] && none.answer?.isFound == false)
    },
  ]

  private static func meeting(_ workspace: TestWorkspace) async throws -> AIOutput {
    let form = MeetingRequest(topic: "Launch", minutes: 30)
    return try await workspace.ada.ask("POST", "/v1/conversations/\(workspace.group)/meeting-times", form)
  }

  private static let meetings = [
    RouteCase("suggestMeetingTimes") { workspace async throws in
      let output = try await meeting(workspace)
      #expect(output.kind == .meeting && !output.slots.isEmpty)
      for slot in output.slots {
        #expect(slot.end.milliseconds - slot.start.milliseconds == 30 * 60_000)
        #expect(Set(slot.seats.map(\.user)) == [workspace.ada.id, workspace.bob.id])
        #expect(!slot.reason.isEmpty)
      }
    },
    RouteCase("actionItemsCalendar") { workspace async throws in
      let message = try await workspace.ada.post("I'll draw the map by Friday.", in: workspace.group)
      let marked: Insight = try await workspace.ada.ask(
        "POST", "/v1/conversations/\(workspace.group)/insights",
        MarkInsightRequest(kind: .actionItem, message: message.id, text: "Draw the map"))
      let _: Insight = try await workspace.ada.ask(
        "PATCH", "/v1/conversations/\(workspace.group)/insights/\(marked.id)", InsightChange(owner: workspace.ada.id))
      func file(_ user: TestUser) async throws -> String {
        String(decoding: try await user.tell("GET", "/v1/ai/action-items/calendar"), as: UTF8.self)
      }
      #expect(try await file(workspace.ada).contains("UID:\(marked.id)@messageai\r\n"))
      #expect(try await !file(workspace.bob).contains("BEGIN:VTODO"))
    },
    RouteCase("calendarFile") { workspace async throws in
      let output = try await meeting(workspace)
      let path = "/v1/ai/outputs/\(output.id)/slots"
      let file = String(decoding: try await workspace.ada.tell("GET", "\(path)/0/calendar"), as: UTF8.self)
      #expect(file.hasPrefix("BEGIN:VCALENDAR\r\n") && file.contains("SUMMARY:Launch"))
      try expectProblem(await workspace.ada.send("GET", "\(path)/99/calendar"), .notFound)
      try expectProblem(await workspace.bob.send("GET", "\(path)/0/calendar"), .notFound)
    },
  ]

  private static let assistant = [
    RouteCase("talkToAssistant") { workspace async throws in
      let form = AssistantRequest(text: "send Team: see you at nine", conversation: workspace.group)
      let events = String(decoding: try await workspace.ada.tell("POST", "/v1/ai/assistant", form), as: UTF8.self)
      let last = try #require(events.split(separator: "\n\n").last?.dropFirst(6))
      let answer = try AssistantMessage(json: Array(last.utf8))
      #expect(answer.proposals.map(\.function) == ["sendMessage"])
      #expect(answer.proposals.first?.summary.contains("See you at nine") == true)
      #expect(
        try await workspace.bob.window(workspace.group).messages.count == 1, "nothing is sent before it is approved")
    },
    RouteCase("assistantHistory") { workspace async throws in
      try await workspace.ada.tell("POST", "/v1/ai/assistant", AssistantRequest(text: "help"))
      let messages = try await workspace.ada.ask("GET", "/v1/ai/assistant", as: AssistantHistoryResponse.self).messages
      #expect(messages.map(\.role) == [.user, .assistant])
      var form = AssistantRequest(text: "help", id: AssistantMessageID(high: 1, low: 2))
      for _ in 1...2 { try await workspace.ada.tell("POST", "/v1/ai/assistant", form) }
      let all = try await workspace.ada.ask("GET", "/v1/ai/assistant", as: AssistantHistoryResponse.self).messages
      #expect(all.count == 4 && all[2].id == form.id)
      form.text = "something else"
      try expectProblem(await workspace.ada.send("POST", "/v1/ai/assistant", form), .conflict)
      #expect(
        try await workspace.bob.ask("GET", "/v1/ai/assistant", as: AssistantHistoryResponse.self).messages.isEmpty)
    },
    RouteCase("eraseAssistantHistory") { workspace async throws in
      try await workspace.ada.tell("POST", "/v1/ai/assistant", AssistantRequest(text: "help"))
      try await workspace.ada.tell("DELETE", "/v1/ai/assistant")
      #expect(
        try await workspace.ada.ask("GET", "/v1/ai/assistant", as: AssistantHistoryResponse.self).messages.isEmpty)
    },
    RouteCase("assistantMemory") { workspace async throws in
      try await remember(workspace)
      let entries = try await workspace.ada.ask("GET", "/v1/ai/memory", as: MemoryResponse.self).entries
      #expect(entries.map(\.text) == ["I work from Lisbon"])
    },
    RouteCase("eraseMemory") { workspace async throws in
      try await remember(workspace)
      let entry = try #require(
        try await workspace.ada.ask("GET", "/v1/ai/memory", as: MemoryResponse.self).entries.first)
      try await workspace.ada.tell("DELETE", "/v1/ai/memory/\(entry.id)")
      #expect(try await workspace.ada.ask("GET", "/v1/ai/memory", as: MemoryResponse.self).entries.isEmpty)
    },
    RouteCase("executeFunction") { workspace async throws in
      let form = FunctionRequest(function: "searchMessages", arguments: #"{"query":"hello"}"#)
      let answer = try await workspace.ada.ask("POST", "/v1/ai/functions", form, as: AssistantMessage.self)
      #expect(answer.citations.map(\.message) == [workspace.message.id])
      let wrong = FunctionRequest(function: "dropTables", arguments: "{}").json()
      try expectProblem(
        await workspace.server.http.send("POST", "/v1/ai/functions", token: workspace.ada.token, body: wrong), .invalid)
    },
    RouteCase("decideProposal") { workspace async throws in
      let form = FunctionRequest(
        function: "sendMessage", arguments: #"{"conversation":"Team","text":"Exactly this"}"#)
      let answer = try await workspace.ada.ask("POST", "/v1/ai/functions", form, as: AssistantMessage.self)
      let proposal = try #require(answer.proposals.first)
      let path = "/v1/ai/proposals/\(proposal.id)"
      let stranger = try await workspace.server.http.send(
        "PUT", path, token: workspace.bob.token, body: Array(#"{"approve":true}"#.utf8))
      try expectProblem(stranger, .notFound)
      for _ in 0..<2 {
        let decided: ActionProposal = try await workspace.ada.ask("PUT", path, ProposalRequest(approve: true))
        #expect(decided.state == .done)
      }
      #expect(try await workspace.bob.window(workspace.group).messages.map(\.text) == ["hello team", "Exactly this"])
    },
  ]

  private static func remember(_ workspace: TestWorkspace) async throws {
    let form = FunctionRequest(function: "rememberFact", arguments: #"{"text":"I work from Lisbon"}"#)
    let answer = try await workspace.ada.ask("POST", "/v1/ai/functions", form, as: AssistantMessage.self)
    let proposal = try #require(answer.proposals.first)
    _ = try await workspace.ada.ask(
      "PUT", "/v1/ai/proposals/\(proposal.id)", ProposalRequest(approve: true), as: ActionProposal.self)
  }
}
