import AIProviders
import Domain
import Intelligence
import Synchronization
import TestSupport
import Testing

@Suite("The budget")
struct BudgetTests {
  private struct Fixture: Sendable {
    let it: IntelligenceFixture
    let ada: UserID
    let bob: UserID
    let id: ConversationID

    init(_ model: any TextModel, configure: (inout IntelligenceConfiguration) -> Void) throws {
      it = try IntelligenceFixture(model: model, configure: configure)
      ada = try it.storeFixture.user("Ada")
      bob = try it.storeFixture.user("Bob")
      id = try it.storeFixture.group(ada, [bob])
      try it.post("I'll send the report to Bob by Friday.", by: ada, in: id)
    }

    func say(_ text: String, _ asker: UserID) async throws -> AssistantMessage? {
      var last: AssistantMessage?
      for try await message in try await it.services.assistant.talk(asker: asker, text: text, conversation: id) {
        last = message
      }
      return last
    }

    func summarize(_ asker: UserID, last: Int) async throws -> AIOutput {
      try await it.services.summaries.summarizeThread(id, for: asker, range: .last(last))
    }
  }

  private final class Counter: Sendable {
    private let number = Mutex(0)

    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  /// A model that answers nobody before it is let go.
  private final class Dam: Sendable {
    private let isOpen = Mutex(false)

    func open() {
      isOpen.withLock { $0 = true }
    }

    func wait() async throws(ModelFailure) {
      do {
        try await eventually("the dam opens", timeout: .seconds(300)) { isOpen.withLock { $0 } }
      } catch {
        throw ModelFailure(.timedOut)
      }
    }

    var model: StubModel {
      StubModel { [self] _ throws(ModelFailure) in
        try await wait()
        return ModelAnswer(text: "Said.", usage: ModelUsage(inputTokens: 10, outputTokens: 1), model: "stub-1")
      }
    }
  }

  @Test("holds when forty talks come at once: three requests, and the others are told when to come back")
  func talksAtOnce() async throws {
    let dam = Dam()
    let model = dam.model
    let room = try Fixture(model) {
      $0.requestsADay = 3
      $0.requestsAtOnce = 40
    }
    let refused = Counter()
    let answers = try await withThrowingTaskGroup(
      of: AssistantMessage?.self, returning: [AssistantMessage].self
    ) { tasks in
      for _ in 0..<40 {
        tasks.addTask {
          do {
            return try await room.say("What can you do?", room.bob)
          } catch let refusal as Refusal where refusal.detail.contains("24 hours") {
            refused.add()
            return nil
          }
        }
      }
      try await eventually("all but three are refused", timeout: .seconds(200)) { refused.count == 37 }
      dam.open()
      return try await tasks.reduce(into: [AssistantMessage]()) { all, answer in
        if let answer { all.append(answer) }
      }
    }
    #expect(model.requests.count == 3)
    #expect(answers.map(\.text) == ["Said.", "Said.", "Said."])
    #expect(try await room.it.services.ledger.entries(of: room.bob).count == 3)
    await #expect(throws: Refusal.self) { _ = try await room.say("What can you do?", room.bob) }
    #expect(model.requests.count == 3)
    // Others have their own.
    #expect(try await room.say("What can you do?", room.ada)?.text == "Said.")
  }

  @Test("counts each request to the model of a talk that calls functions")
  func steps() async throws {
    let model = StubModel { request throws(ModelFailure) in
      let call = ModelToolCall(id: "\(request.messages.count)", name: "listDecisions", arguments: [:])
      return ModelAnswer(
        text: "", toolCalls: [call], usage: ModelUsage(inputTokens: 10, outputTokens: 1), model: "stub-1",
        finishReason: .toolCalls)
    }
    let room = try Fixture(model) { $0.requestsADay = 3 }
    let answer = try await room.say("What can you do?", room.bob)
    #expect(model.requests.count == 3)
    #expect(answer?.receipt?.notice?.contains("24 hours") == true)
    let rows = try await room.it.services.ledger.entries(of: room.bob)
    #expect(rows.map(\.feature) == ["talkToAssistant", "talkToAssistant", "talkToAssistant"])
    #expect(rows.map(\.inputTokens) == [10, 10, 10])
  }

  @Test("counts what failed after it was sent")
  func failures() async throws {
    let model = StubModel(failing: .timedOut)
    let room = try Fixture(model) { $0.requestsADay = 2 }
    for _ in 0..<2 { _ = try await room.say("What can you do?", room.bob) }
    for _ in 0..<2 { await #expect(throws: Refusal.self) { _ = try await room.say("What can you do?", room.bob) } }
    #expect(model.requests.count == 2)
  }

  @Test("is that of the last 24 hours, whatever midnight passes and whatever clock the person moves to")
  func rolling() async throws {
    let room = try Fixture(StubModel(failing: .unreachable)) { $0.requestsADay = 2 }
    room.it.clock.advance(seconds: 86_400 - (room.it.clock.now.milliseconds / 1_000) % 86_400 - 60)
    for last in 1...2 {
      _ = try await room.summarize(room.bob, last: last)
      room.it.clock.advance(seconds: 30)
    }
    room.it.clock.advance(seconds: 3_600)
    for zone in ["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago"] {
      try room.it.perform(.account(.updateProfile(user: room.bob, ProfileChange(timeZone: .some(zone)))))
      let refusal = await #expect(throws: Refusal.self) { _ = try await room.summarize(room.bob, last: 3) }
      #expect(refusal?.code == .rateLimited && refusal?.retryAfter == 86_400 - 3_660)
    }
    room.it.clock.advance(seconds: 86_400 - 3_661)
    await #expect(throws: Refusal.self) { _ = try await room.summarize(room.bob, last: 3) }
    room.it.clock.advance(seconds: 1)
    _ = try await room.summarize(room.bob, last: 3)
    let refusal = await #expect(throws: Refusal.self) { _ = try await room.summarize(room.bob, last: 4) }
    #expect(refusal?.retryAfter == 30, "the second one is a half minute younger")
  }

  @Test("of tokens is each person's own, and the workspace's above it; at once they do not pass it together")
  func tokens() async throws {
    let dam = Dam()
    let model = StubModel { _ throws(ModelFailure) in
      try await dam.wait()
      let json = RunnerTests.summary
      return ModelAnswer(
        text: json.text, json: json, usage: ModelUsage(inputTokens: 100, outputTokens: 20), model: "stub-1")
    }
    let room = try Fixture(model) {
      $0.userTokensADay = 100
      $0.requestsAtOnce = 10
    }
    let made = Counter()
    let outputs = try await withThrowingTaskGroup(of: AIOutput.self) { tasks in
      for last in 1...10 {
        tasks.addTask {
          let output = try await room.summarize(room.bob, last: last)
          made.add()
          return output
        }
      }
      try await eventually("all but one are made") { made.count == 9 }
      dam.open()
      return try await tasks.reduce(into: [AIOutput]()) { $0.append($1) }
    }
    #expect(model.requests.count == 1)
    #expect(outputs.count { $0.receipt.notice?.contains("You have used your model's budget") == true } == 9)
    #expect(try await room.summarize(room.bob, last: 20).receipt.model == OnBoxEngine.version)
    #expect(try await room.summarize(room.ada, last: 20).receipt.model == "stub-1")
    room.it.clock.advance(seconds: 86_400)
    #expect(try await room.summarize(room.bob, last: 21).receipt.model == "stub-1")
  }
}
