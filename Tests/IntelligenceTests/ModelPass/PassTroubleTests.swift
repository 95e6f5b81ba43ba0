import AIProviders
import Domain
import Intelligence
import OnBoxAI
import ServerCore
import Synchronization
import TestSupport
import Testing

@Suite("The model pass in trouble")
struct PassTroubleTests {
  private typealias It = PassFixture
  private static let answer = It.answer(("tasks", [It.task("Send Bob the quarterly report", citing: [1])]))

  /// Does something while the model thinks, the first time it is asked.
  private final class Meanwhile: Sendable {
    typealias Deed = @Sendable () async throws -> Void
    private struct Box: Sendable { let deed: Deed }
    private let box = Mutex<Box?>(nil)

    func set(_ deed: @escaping Deed) { box.withLock { $0 = Box(deed: deed) } }

    var model: StubModel {
      StubModel { [self] _ throws(ModelFailure) in
        let deed = box.withLock { box in
          defer { box = nil }
          return box?.deed
        }
        do { try await deed?() } catch { throw ModelFailure(.cancelled) }
        return It.made(PassTroubleTests.answer)
      }
    }
  }

  private func room(_ meanwhile: Meanwhile = Meanwhile()) async throws -> (It, StubModel, Message) {
    let model = meanwhile.model
    let room = try It(model)
    let message = try await room.say("I'll send the report to Bob by Friday.", by: room.ada)
    return (room, model, message)
  }

  // MARK: What changes meanwhile

  @Test("keeps nothing of a message that is deleted while the model reads it")
  func deleted() async throws {
    let meanwhile = Meanwhile()
    let (room, model, message) = try await room(meanwhile)
    meanwhile.set {
      try room.it.delete(message, in: room.id)
      try await room.it.index()
    }
    #expect(await room.read() == 1)
    #expect(try room.insights().isEmpty)
    room.it.clock.advance(seconds: 60)
    #expect(await room.read() == 1)
    #expect(model.requests.count == 1, "what is left is nothing to read")
    #expect(try room.seq() == 1)
  }

  @Test("reads again what is edited while the model reads it")
  func edited() async throws {
    let meanwhile = Meanwhile()
    let (room, model, message) = try await room(meanwhile)
    meanwhile.set { try room.it.edit(message, to: "I'll send the report to Bob by Monday.", in: room.id) }
    #expect(await room.read() == 1)
    try await room.it.index()
    #expect(try room.insights().map(\.model) == [OnBoxEngine.version])
    room.it.clock.advance(seconds: 60)
    #expect(await room.read() == 1)
    #expect(model.requests.count == 2)
    #expect(try room.insights().map(\.model) == ["stub-1"])
  }

  @Test("keeps nothing once a member does not allow it any more, and sends nothing from then on, nor later")
  func consent() async throws {
    let meanwhile = Meanwhile()
    let (room, model, _) = try await room(meanwhile)
    meanwhile.set {
      try await room.it.services.preferences.save(AIPreferences(allowsRemoteModels: false), of: room.bob)
    }
    await room.read()
    #expect(try room.insights().map(\.model) == [OnBoxEngine.version])
    try await room.say("CANARY1: I'll paint the boat by Friday.", by: room.ada)
    #expect(await room.read() == 1)
    #expect(model.requests.count == 1)
    try await room.it.services.preferences.save(AIPreferences(), of: room.bob)
    try await room.say("The harbour is lovely.", by: room.bob)
    #expect(await room.read() == 1)
    #expect(model.requests.count == 2 && model.requests[1].messages[1].content.contains("<new>\n[\"3\"]"))
  }

  @Test("a member's change while the model reads stands")
  func changedMeanwhile() async throws {
    let meanwhile = Meanwhile()
    let (room, _, _) = try await room(meanwhile)
    let item = try #require(try room.insights().first)
    meanwhile.set { try await room.change(InsightChange(text: "Mine", status: .done), of: item) }
    await room.read()
    let items = try room.insights()
    #expect(items.map(\.id) == [item.id] && items[0].text == "Mine" && items[0].status == .done)
  }

  // MARK: Workers

  /// Loses the first command that would keep what a model made: the process is gone by then.
  private struct Crashing: CommandPerformer {
    let commands: any CommandPerformer

    func perform(_ body: WriteCommand.Body, by actor: AuditActor?) async throws(Refusal) -> CommitResult {
      if case .intelligence(.pass(.keep)) = body { throw Refusal(.internal, "gone") }
      return try await commands.perform(body, by: actor)
    }
  }

  @Test("a process that ends between the answer and its keeping loses nothing, and nothing comes twice")
  func crash() async throws {
    let (room, model, _) = try await room()
    let first = IntelligenceServices(
      store: room.it.store, commands: Crashing(commands: room.it.commands), engine: room.it.services.engine,
      model: model, work: InlineWorkExecutor(), background: InlineWorkExecutor(), clock: room.it.clock,
      identifiers: RandomIdentifierSource(clock: room.it.clock))
    let before = try room.insights()
    #expect(await first.modelPass.runBatch() == 0)
    #expect(try room.insights() == before && model.requests.count == 1)
    #expect(await room.read() == 0, "its turn is not over")
    room.it.clock.advance(seconds: 120)
    #expect(await room.read() == 1)
    #expect(model.requests.count == 2)
    #expect(try room.insights().map(\.id) == before.map(\.id))
    #expect(try room.insights().map(\.model) == ["stub-1"])
    room.it.clock.advance(seconds: 600)
    #expect(await room.read() == 0)
  }

  @Test("two workers read a conversation once")
  func twoWorkers() async throws {
    let meanwhile = Meanwhile()
    let (room, model, _) = try await room(meanwhile)
    let second = room.second(model)
    meanwhile.set { #expect(await second.modelPass.runBatch() == 0) }
    #expect(await room.read() == 1)
    #expect(await second.modelPass.runBatch() == 0)
    #expect(model.requests.count == 1)
    #expect(try room.insights().count == 1)
  }

  @Test("a provider that hangs holds up nothing but this: another reads when its time is over, and it comes too late")
  func hang() async throws {
    let meanwhile = Meanwhile()
    let (room, model, _) = try await room(meanwhile)
    let other = It.model(("tasks", [It.task("Send Bob the annual report", citing: [1])]))
    let second = room.second(other)
    meanwhile.set {
      try room.it.post("I'll paint the boat by Friday.", by: room.bob, in: room.id)
      try await room.it.index()
      #expect(try room.insights().count == 2, "what this server finds is there at once")
      room.it.clock.advance(seconds: 60)
      #expect(await second.modelPass.runBatch() == 0)
      room.it.clock.advance(seconds: 60)
      #expect(await second.modelPass.runBatch() == 1)
    }
    await room.read()
    #expect(model.requests.count == 1 && other.requests.count == 1)
    #expect(try room.insights().contains { $0.text == "Send Bob the annual report" })
    #expect(try !room.insights().contains { $0.text == "Send Bob the quarterly report" })
    #expect(try room.seq() == 2)
  }

  // MARK: Failures

  @Test("while the provider is away everything waits, and is read when it is back")
  func away() async throws {
    let isBack = Mutex(false)
    let model = StubModel { _ throws(ModelFailure) in
      guard isBack.withLock({ $0 }) else { throw ModelFailure(.unreachable) }
      return It.made(Self.answer)
    }
    let room = try It(model)
    try await room.say("I'll send the report to Bob by Friday.", by: room.ada)
    for _ in 0..<20 {
      await room.read()
      room.it.clock.advance(seconds: 700)
    }
    #expect(try room.seq() == 0 && model.requests.count == 20)
    #expect(try await room.it.services.ledger.entries(of: room.ada).isEmpty, "nothing was sent")
    isBack.withLock { $0 = true }
    await room.read()
    #expect(try room.seq() == 1)
    #expect(try room.insights().map(\.model) == ["stub-1"])
  }

  @Test("messages that a model never answers usefully are passed by after five tries")
  func hopeless() async throws {
    let model = StubModel(failing: .invalidAnswer)
    let room = try It(model)
    try await room.say("I'll send the report to Bob by Friday.", by: room.ada)
    for _ in 0..<10 {
      await room.read()
      room.it.clock.advance(seconds: 8_000)
    }
    #expect(model.requests.count == 5)
    #expect(try room.seq() == 1)
    #expect(try room.insights().map(\.model) == [OnBoxEngine.version])
  }

  // MARK: Switches and cost

  @Test("reads what those write whom it reaches, and nothing while it is stopped")
  func flag() async throws {
    let model = It.model()
    let room = try It(model)
    func roll(_ rollout: FeatureRollout, of feature: Feature = .modelPass) throws {
      try room.it.perform(.feature(.change(asker: nil, feature, rollout)))
    }
    try roll(FeatureRollout(percentage: 0, people: [room.bob]))
    try await room.say("I'll send the CANARY1 report by Friday.", by: room.ada)
    #expect(await room.read() == 1 && model.requests.isEmpty)
    try await room.say("I'll paint the boat.", by: room.bob)
    await room.read()
    #expect(model.requests.count == 1)
    for feature in [Feature.modelPass, .model, .pipeline, .ai] {
      try roll(FeatureRollout(percentage: 100))
      try roll(FeatureRollout(percentage: 100, isStopped: true), of: feature)
      try room.it.post("Nobody reads this.", by: room.bob, in: room.id)
      room.it.clock.advance(seconds: 60)
      #expect(await room.read() == 0, "\(feature)")
      try roll(FeatureRollout(percentage: 100), of: feature)
      try await room.it.index()
      room.it.clock.advance(seconds: 60)
      #expect(await room.read() == 1)
    }
  }

  @Test("is paid by the workspace, in the ledgers of those whose words were sent, and leaves half to what people ask")
  func budget() async throws {
    let model = StubModel(json: It.answer(), usage: ModelUsage(inputTokens: 2_000, outputTokens: 100))
    let room = try It(model, prices: ModelPrices(input: 10, output: 100)) { $0.workspaceTokensADay = 6_000 }
    try room.it.post("I'll send the report to Bob by Friday.", by: room.ada, in: room.id)
    try await room.say("Thanks.", by: room.bob)
    await room.read()
    let rows = try await room.it.services.ledger.entries(of: room.ada)
    #expect(rows.map(\.feature) == ["readConversations"] && rows[0].messagesSent == 1 && rows[0].model == "stub-1")
    let others = try await room.it.services.ledger.entries(of: room.bob)
    #expect((rows + others).reduce(0) { $0 + $1.inputTokens } >= 1_999)
    #expect(rows[0].inputTokens > others[0].inputTokens && rows[0].cost.map { $0 > 0 } == true)
    #expect(try await room.it.services.runner.requestsToday(of: room.ada) == 0, "no request of hers")
    #expect(model.requests.count == 1)
    try await room.say("The harbour is lovely.", by: room.bob)
    #expect(await room.read() == 0, "another 2,000 tokens would pass half of the budget")
    #expect(model.requests.count == 1)
    #expect(try room.seq() == 2, "it waits")
    room.it.clock.advance(seconds: 86_400)
    await room.read()
    #expect(model.requests.count == 2)
  }

  @Test("where the AI is off for the conversation, nothing is read")
  func off() async throws {
    let (room, model, _) = try await room()
    try room.it.perform(.intelligence(.insight(.setIntelligence(asker: room.ada, conversation: room.id, isOn: false))))
    #expect(await room.read() == 0)
    #expect(model.requests.isEmpty)
  }
}
