import AIProviders
import Domain
import Intelligence
import TestSupport
import Testing

/// What others have said goes to a model elsewhere when they let it, whoever asks.
@Suite("The consent of those who are read")
struct RemoteConsentTests {
  private struct Fixture {
    let it: IntelligenceFixture
    let ada: UserID
    let bob: UserID
    let id: ConversationID

    init(_ model: any TextModel) async throws {
      it = try IntelligenceFixture(model: model)
      ada = try it.storeFixture.user("Ada")
      bob = try it.storeFixture.user("Bob")
      id = try it.storeFixture.group(ada, [bob])
      try it.post("I'll send the CANARY report to Bob by Friday.", by: ada, in: id)
      try it.post("Thank you, the ferry leaves at nine.", by: bob, in: id)
      try await it.index()
    }

    func allow(_ user: UserID, _ allows: Bool, isOn: Bool = true) async throws {
      try await it.services.preferences.save(AIPreferences(isOn: isOn, allowsRemoteModels: allows), of: user)
    }

    func say(_ text: String) async throws -> AssistantMessage? {
      var last: AssistantMessage?
      for try await message in try await it.services.assistant.talk(asker: bob, text: text, conversation: id) {
        last = message
      }
      return last
    }
  }

  private static var model: StubModel {
    StubModel { request throws(ModelFailure) in
      let usage = ModelUsage(inputTokens: 10, outputTokens: 1)
      guard request.purpose == "assistant" else {
        return ModelAnswer(text: "", json: RunnerTests.summary, usage: usage, model: "stub-1")
      }
      guard !request.tools.isEmpty, !request.messages.contains(where: { $0.role == .tool }) else {
        return ModelAnswer(text: "Said.", usage: usage, model: "stub-1")
      }
      let call = ModelToolCall(id: "1", name: "searchMessages", arguments: ["query": "CANARY report"])
      return ModelAnswer(text: "", toolCalls: [call], usage: usage, model: "stub-1", finishReason: .toolCalls)
    }
  }

  @Test(
    "is asked of every member: with one who keeps it here, all is made on the server, and says why",
    arguments: [true, false])
  func summaries(isOn: Bool) async throws {
    let model = Self.model
    let room = try await Fixture(model)
    #expect(
      try await room.it.services.summaries.summarizeThread(room.id, for: room.bob, range: .last(5)).receipt.model
        == "stub-1")
    let asked = model.requests.count
    try await room.allow(room.ada, !isOn, isOn: isOn)
    for output in [
      try await room.it.services.summaries.summarizeThread(room.id, for: room.bob, range: .last(4)),
      try await room.it.services.summaries.digest(for: room.bob),
      try await room.it.services.answers.ask("Who sends the report?", for: room.bob),
    ] {
      #expect(output.receipt.model == OnBoxEngine.version && output.receipt.messagesSent == 0)
      #expect(output.receipt.notice?.contains("Not everybody") == true)
    }
    for kind in [Insight.Kind.actionItem, .decision] {
      let found = try await room.it.services.insights.find(
        kind, asker: room.bob, conversation: room.id, range: .last(5))
      #expect(found.notice?.contains("Not everybody") == true)
    }
    #expect(model.requests.count == asked)
    try await room.allow(room.ada, true)
    _ = try await room.it.services.summaries.summarizeThread(room.id, for: room.bob, range: .last(4))
    #expect(model.requests.count == asked + 1)
  }

  @Test("is asked before what a talk found goes to its model, and before what was said in it earlier does")
  func talks() async throws {
    let model = Self.model
    let room = try await Fixture(model)
    try await room.allow(room.ada, false)
    let answer = try await room.say("Find the CANARY report")
    #expect(answer?.receipt?.model == OnBoxEngine.version)
    #expect(answer?.receipt?.notice?.contains("Not everybody") == true)
    #expect(answer?.text.contains("CANARY") == true, "made on the server all the same")
    _ = try await room.say("Thanks")
    #expect(model.requests.count == 2)
    let others = model.requests.flatMap(\.messages).filter { $0.role != .user }
    #expect(!others.contains { $0.content.contains("CANARY") })
  }

  @Test("of a conversation that one does not read is not asked")
  func otherRooms() async throws {
    let model = Self.model
    let room = try await Fixture(model)
    let eve = try room.it.storeFixture.user("Eve")
    _ = try room.it.storeFixture.group(room.bob, [eve], name: "Other")
    try await room.allow(eve, false)
    let output = try await room.it.services.summaries.summarizeThread(room.id, for: room.bob, range: .last(5))
    #expect(output.receipt.model == "stub-1")
  }
}
