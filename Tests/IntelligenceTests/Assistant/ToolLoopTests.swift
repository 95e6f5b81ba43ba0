import AIProviders
import Domain
import Intelligence
import Synchronization
import TestSupport
import Testing

@Suite("A talk with a model")
struct ToolLoopTests {
  private struct Fixture {
    let it: IntelligenceFixture
    let ada: UserID
    let id: ConversationID
    let ferry: Message

    init(_ model: any TextModel, configure: (inout IntelligenceConfiguration) -> Void = { _ in }) async throws {
      it = try IntelligenceFixture(model: model, configure: configure)
      ada = try it.storeFixture.user("Ada")
      let bob = try it.storeFixture.user("Bob")
      id = try it.storeFixture.group(ada, [bob])
      ferry = try it.post("The ferry to the island leaves at nine from pier four.", by: bob, in: id)
      try await it.index()
    }

    /// All states of the answer.
    func say(_ text: String) async throws -> [AssistantMessage] {
      var all: [AssistantMessage] = []
      for try await message in try await it.services.assistant.talk(asker: ada, text: text, conversation: id) {
        all.append(message)
      }
      return all
    }
  }

  /// Calls tools in turn, then speaks. `nil` in place of a call ends the calls.
  private static func caller(
    _ calls: [(name: String, arguments: JSONValue)], then text: String
  ) -> StubModel {
    let usage = ModelUsage(inputTokens: 100, outputTokens: 10)
    return StubModel { request throws(ModelFailure) in
      let step = request.messages.count { $0.role == .tool }
      guard step < calls.count, !request.tools.isEmpty else {
        return ModelAnswer(text: text, usage: usage, model: "stub-1")
      }
      let call = ModelToolCall(id: "call-\(step)", name: calls[step].name, arguments: calls[step].arguments)
      return ModelAnswer(text: "", toolCalls: [call], usage: usage, model: "stub-1", finishReason: .toolCalls)
    }
  }

  @Test("runs the functions that the model calls as the asker, and cites what they found")
  func tools() async throws {
    let model = Self.caller(
      [("searchMessages", ["query": "ferry island"])], then: "The ferry leaves at nine from pier four [1].")
    let room = try await Fixture(model)
    let answer = try #require(try await room.say("When does the ferry leave?").last)
    #expect(answer.text == "The ferry leaves at nine from pier four [1].")
    #expect(answer.citations.map(\.message) == [room.ferry.id])
    #expect(answer.receipt?.model == "stub-1" && answer.receipt?.messagesSent == 1)
    #expect(answer.receipt?.inputTokens == 200)
    #expect(model.requests.count == 2)
    #expect(model.requests[0].tools.map(\.name).sorted() == AssistantFunction.allCases.map(\.rawValue).sorted())
    let rows = try await room.it.services.ledger.entries(of: room.ada)
    #expect(rows.first?.feature == "talkToAssistant" && rows.first?.messagesSent == 1)
    #expect(rows.first?.conversations == [room.id])
    let history = try await room.it.services.assistant.history(of: room.ada)
    #expect(history.map(\.role) == [.user, .assistant] && history.last == answer)
  }

  @Test("ends after a bounded number of steps and calls, whatever the model wants")
  func bounded() async throws {
    let usage = ModelUsage(inputTokens: 1, outputTokens: 1)
    let model = StubModel { request throws(ModelFailure) in
      let calls = (0..<5).map {
        ModelToolCall(id: "\(request.messages.count)-\($0)", name: "rememberFact", arguments: ["text": "more"])
      }
      return ModelAnswer(
        text: "And again.", toolCalls: request.tools.isEmpty ? [] : calls, usage: usage, model: "stub-1",
        finishReason: .toolCalls)
    }
    let room = try await Fixture(model)
    let answer = try #require(try await room.say("Go on").last)
    #expect(model.requests.count <= 6)
    #expect(model.requests.last?.tools.isEmpty == true, "at last it has no tools and must speak")
    #expect(answer.proposals.count <= 8)
    #expect(answer.text == "And again.")
  }

  @Test("proposes what would change something, shows it, and does exactly that once it is approved")
  func proposals() async throws {
    let model = Self.caller(
      [("sendMessage", ["conversation": "Team", "text": "See you at pier four."])], then: "Shall I send it?")
    let room = try await Fixture(model)
    let answer = try #require(try await room.say("Tell the team where to meet").last)
    let proposal = try #require(answer.proposals.first)
    #expect(proposal.state == .waiting && proposal.summary == "Send to Team: “See you at pier four.”")
    #expect(try room.it.storeFixture.window(room.id, room.ada).messages.count == 1)
    let services = room.it.services
    for _ in 0..<2 {
      let decided = try await services.assistant.decide(proposal.id, isApproved: true, asker: room.ada)
      #expect(decided.state == .done)
    }
    let messages = try room.it.storeFixture.window(room.id, room.ada).messages
    #expect(messages.map(\.text).dropFirst() == ["See you at pier four."])
    #expect(messages.last?.sender == room.ada)
    let turnedDown = try await services.assistant.decide(proposal.id, isApproved: false, asker: room.ada)
    #expect(turnedDown.state == .done, "what is done stays done")
  }

  @Test("cannot do what the asker may not, even approved: rights are asked for again")
  func rightsLost() async throws {
    let model = Self.caller(
      [("sendMessage", ["conversation": "Team", "text": "Hello."])], then: "Shall I send it?")
    let room = try await Fixture(model)
    let proposal = try #require(try await room.say("Greet the team").last?.proposals.first)
    let bob = room.ferry.sender
    try room.it.perform(.member(.setRole(asker: room.ada, conversation: room.id, user: bob, role: .admin)))
    try room.it.perform(.member(.remove(asker: bob, conversation: room.id, user: room.ada)))
    do throws(Refusal) {
      let decided = try await room.it.services.assistant.decide(proposal.id, isApproved: true, asker: room.ada)
      #expect(decided.state == .failed)
    } catch {
      #expect(error.code == .notFound, "it fell with the conversation")
    }
    #expect(try room.it.storeFixture.window(room.id, bob).messages.count == 1)
  }

  @Test("tells the model what was wrong with a call, and goes on")
  func wrongCalls() async throws {
    let model = Self.caller(
      [
        ("dropTables", [:]), ("searchMessages", ["query": 7]), ("summarizeConversation", ["conversation": "Nowhere"]),
        ("searchMessages", ["query": "ferry"]),
      ], then: "Nine [1].")
    let room = try await Fixture(model)
    let answer = try #require(try await room.say("When does the ferry leave?").last)
    #expect(answer.text == "Nine [1]." && answer.citations.map(\.message) == [room.ferry.id])
    let told = model.requests.last?.messages.filter { $0.role == .tool }.map(\.content) ?? []
    #expect(told.count == 4)
    #expect(told[0].contains("no function of that name") && told[1].contains("do not fit"))
    #expect(told[2].contains("no conversation called that"))
  }

  @Test("falls back to the box when the provider fails, and says so")
  func failing() async throws {
    let room = try await Fixture(StubModel(failing: .unreachable))
    let answer = try #require(try await room.say("When does the ferry to the island leave?").last)
    #expect(answer.text.contains("nine"))
    #expect(answer.receipt?.notice?.contains("could not be reached") == true)
  }

  @Test("is told earlier questions and answers, and what it was asked to remember")
  func memory() async throws {
    let model = Self.caller([("rememberFact", ["text": "Ada lives in Lisbon"])], then: "Noted?")
    let room = try await Fixture(model)
    let proposal = try #require(try await room.say("I live in Lisbon").last?.proposals.first)
    _ = try await room.it.services.assistant.decide(proposal.id, isApproved: true, asker: room.ada)
    _ = try await room.say("Where do I live?")
    let seen = model.requests.last?.messages.map(\.content).joined(separator: "\n") ?? ""
    #expect(seen.contains("I live in Lisbon") && seen.contains("Noted?") && seen.contains("Ada lives in Lisbon"))
  }

  @Test("counts against the day's requests")
  func budget() async throws {
    let room = try await Fixture(Self.caller([], then: "Yes.")) { $0.requestsADay = 1 }
    _ = try await room.say("Are you there?")
    await #expect(throws: Refusal.self) { _ = try await room.say("Are you still there?") }
  }

  @Test("without the member's leave asks no model")
  func notAllowed() async throws {
    let model = Self.caller([], then: "Yes.")
    let room = try await Fixture(model)
    try await room.it.services.preferences.save(AIPreferences(allowsRemoteModels: false), of: room.ada)
    let answer = try #require(try await room.say("When does the ferry to the island leave?").last)
    #expect(answer.receipt?.place == "this server" && model.requests.isEmpty)
  }
}
