import Domain
import Testing
import WireProtocol

@Suite("Bodies of the AI")
struct IntelligenceBodyTests {
  private static let citation = Citation(
    conversation: Samples.chat, message: Samples.first, seq: 3, sender: Samples.bob, excerpt: "by \"Friday\"",
    createdAt: Samples.time)
  private static let receipt = AIReceipt(model: "m", place: "this server", messagesRead: 2, notice: "n")
  private static let output = AIOutput(
    id: AIOutputID(high: 1, low: 1), kind: .meeting, conversation: Samples.chat, title: "T", text: "x",
    points: [CitedPoint(text: "p", person: Samples.ada, citations: [citation])],
    slots: [
      MeetingSlot(
        start: Samples.time, end: Samples.time,
        seats: [
          .init(user: Samples.ada, timeZone: "UTC", localTime: "Tue 09:30", isInWorkingHours: true, burden: 0.25)
        ], reason: "r")
    ], isFound: false, confidence: 1, reason: "r", receipt: receipt, createdAt: Samples.time, expiresAt: Samples.time,
    feedback: .helpful, feedbackNote: "n", isDismissed: true, sharedAs: Samples.second)
  private static let preferences = AIPreferences(
    isOn: false, allowsRemoteModels: false, urgentContacts: [Samples.ada], urgentKeywords: ["a\"b"],
    focusHours: [.init(days: [6, 7], start: 0, end: 1)], workingHours: [], tone: .formal, language: "sv")

  @Test("survive the wire")
  func roundTrip() throws {
    try expectRoundTrip([Self.output])
    try expectRoundTrip([AIPreferences(), Self.preferences])
    try expectRoundTrip([
      AssistantMessage(
        id: AssistantMessageID(high: 1, low: 2), role: .assistant, text: "x", citations: [Self.citation],
        proposals: [
          ActionProposal(id: ActionProposalID(high: 1, low: 3), function: "f", arguments: "{}", summary: "s")
        ],
        receipt: Self.receipt, createdAt: Samples.time)
    ])
    try expectRoundTrip([
      LedgerEntry(
        at: Samples.time, feature: "f", model: "m", place: "p", conversations: [Samples.chat], messagesSent: 1,
        inputTokens: 2, outputTokens: 3, cost: nil, isCached: true)
    ])
    try expectRoundTrip([
      InsightChange(), InsightChange(text: "t", status: .done, removesOwner: false, dueAt: Samples.time, tags: []),
    ])
    try expectRoundTrip([
      MeetingRequest(), MeetingRequest(topic: "t", minutes: 30, participants: [Samples.ada]),
      MeetingRequest(participants: []),
    ])
    try expectRoundTrip([SummaryRequest(), SummaryRequest(range: "days", days: 3, from: 1, to: 2, question: "q")])
    try expectRoundTrip([FeedbackRequest(), FeedbackRequest(feedback: .unhelpful, note: "n")])
  }

  @Test("read what is absent or null as its default, and an empty list as empty")
  func defaults() throws {
    for text in ["{}", #"{"isOn":null,"workingHours":null,"tone":null,"urgentContacts":null}"#] {
      #expect(try AIPreferences(json: Array(text.utf8)) == AIPreferences())
    }
    #expect(try AIPreferences(json: Array(#"{"workingHours":[]}"#.utf8)).workingHours.isEmpty)
    #expect(try InsightChange(json: Array(#"{"tags":null}"#.utf8)).tags == nil)
    #expect(try InsightChange(json: Array(#"{"tags":[]}"#.utf8)).tags == [])
    #expect(try MeetingRequest(json: Array(#"{"participants":null}"#.utf8)).participants == nil)
  }

  @Test("that replace what was kept have every key that would be lost, when they are a request")
  func replacing() throws {
    let whole = Self.preferences.json()
    #expect(try AIPreferences(replacing: whole) == Self.preferences)
    for key in [
      "isOn", "allowsRemoteModels", "urgentContacts", "urgentKeywords", "focusHours", "workingHours", "tone",
    ] {
      let text = String(decoding: whole, as: UTF8.self)
      let absent = Array(text.replacing("\"\(key)\":", with: "\"x\":").utf8)
      let refusal = Refusal(.malformed, "\"\(key)\" is missing.")
      #expect(throws: refusal) { try AIPreferences(replacing: absent) }
      #expect(throws: Never.self) { try AIPreferences(json: absent) }
    }
    let null = Array(#"{"isOn":null}"#.utf8)
    #expect(throws: Refusal(.malformed, "\"isOn\" is missing.")) { try AIPreferences(replacing: null) }
  }
}
