import AIProviders
import Domain
import Intelligence
import ServerCore
import TestSupport
import Testing

@Suite("Features of the AI")
struct FeatureGateTests {
  private struct Fixture: Sendable {
    let it: IntelligenceFixture
    let ada: UserID
    let bob: UserID
    let id: ConversationID
    let message: Message

    init(model: (any TextModel)? = nil) throws {
      it = try IntelligenceFixture(model: model)
      ada = try it.storeFixture.user("Ada")
      bob = try it.storeFixture.user("Bob")
      id = try it.storeFixture.group(ada, [bob])
      message = try it.post("I'll send the report to Bob by Friday.", by: ada, in: id)
    }

    func roll(_ feature: Feature, to rollout: FeatureRollout) async throws {
      _ = try await it.commands.perform(.feature(.change(asker: nil, feature, rollout)))
    }

    /// What asks for each feature, as its user does.
    func ask(for feature: Feature, as user: UserID) async throws(Refusal) {
      let services = it.services
      switch feature {
      case .ai: _ = try await services.insights.list(InsightFilter(), asker: user)
      case .summaries: _ = try await services.summaries.summarizeThread(id, for: user, range: .last(50))
      case .answers: _ = try await services.answers.ask("What did I promise?", for: user)
      case .search: _ = try await services.search.search("report", for: user, limit: 5)
      case .extraction:
        _ = try await services.insights.extract(.actionItem, asker: user, conversation: id, range: .last(50))
      case .scheduling:
        _ = try await services.scheduling.suggestMeetingTimes(
          asker: user, conversation: id, topic: "Plan", minutes: 30, participants: nil)
      case .priorities:
        _ = try await services.priority.detectPriorityMessages(asker: user, unreadOnly: false)
      case .assistant:
        _ = try await services.assistant.executeFunction(
          "listActionItems", arguments: #"{"mine": true}"#, conversation: nil, asker: user)
      // The tests of the server's routes and of its digests ask for the last two.
      case .pipeline, .model, .modelPass, .reminders, .dailyDigest: break
      }
    }
  }

  @Test(
    "each feature is refused to whom it does not reach, and to nobody else",
    arguments: Feature.allCases.filter {
      ![.pipeline, .model, .modelPass, .reminders, .dailyDigest].contains($0)
    })
  func refused(feature: Feature) async throws {
    let room = try Fixture()
    try await room.it.index()
    try await room.roll(feature, to: FeatureRollout(percentage: 0, people: [room.ada]))
    var refusal: Refusal?
    do throws(Refusal) { try await room.ask(for: feature, as: room.bob) } catch { refusal = error }
    #expect(refusal?.code == .forbidden)
    #expect(refusal?.detail == "This is not switched on for you.")
    do throws(Refusal) {
      try await room.ask(for: feature, as: room.ada)
    } catch {
      #expect(error.detail != "This is not switched on for you.")
    }
    let store: any FeatureStore = room.it.store
    let counts = try store.exposureCounts().filter { $0.feature == feature }
    #expect(Set(counts.map(\.isEnabled)) == [true, false] && counts.allSatisfy { $0.count == 1 })
  }

  @Test("who does not have the AI is told that the server has none")
  func status() async throws {
    let room = try Fixture()
    try await room.roll(.ai, to: FeatureRollout(percentage: 0, people: [room.ada]))
    #expect(try await room.it.services.status(for: room.ada).isOn)
    #expect(try await !room.it.services.status(for: room.bob).isOn)
  }

  @Test("a connected model is asked for those whom it reaches, and for others the server answers by itself")
  func model() async throws {
    let model = StubModel(json: RunnerTests.summary)
    let room = try Fixture(model: model)
    try await room.roll(.model, to: FeatureRollout(percentage: 0, people: [room.bob]))
    let own = try await room.it.services.summaries.summarizeThread(room.id, for: room.ada, range: .last(50))
    #expect(model.requests.isEmpty && own.receipt.place == AIReceipt.thisServer)
    #expect(try await room.it.services.status(for: room.ada).model == nil)
    _ = try await room.it.services.summaries.summarizeThread(room.id, for: room.bob, range: .last(50))
    #expect(model.requests.count == 1)
  }

  @Test("the pipeline makes nothing of messages whose sender it does not reach")
  func pipeline() async throws {
    let room = try Fixture()
    try await room.roll(.pipeline, to: FeatureRollout(percentage: 0, people: [room.bob]))
    try room.it.post("I'll send the invoice to Ada by Monday.", by: room.bob, in: room.id)
    try await room.it.index()
    let found = try room.it.store.insights(InsightFilter(kind: .actionItem), for: room.ada).map(\.insight.owner)
    #expect(found == [room.bob])
    #expect(try room.it.store.pipelineProgress().due == 0)
    let store: any FeatureStore = room.it.store
    let counts = try store.exposureCounts().filter { $0.feature == .pipeline }
    #expect(Set(counts.map(\.isEnabled)) == [true, false] && counts.allSatisfy { $0.count == 1 })
  }

  @Test("while the pipeline is stopped messages wait, and are worked on after it", arguments: [Feature.ai, .pipeline])
  func stopped(feature: Feature) async throws {
    let room = try Fixture()
    try await room.roll(feature, to: FeatureRollout(percentage: 100, isStopped: true))
    #expect(await room.it.services.pipeline.runBatch() == 0)
    #expect(try room.it.store.pipelineProgress().due == 1)
    try await room.roll(feature, to: FeatureRollout(percentage: 100))
    try await room.it.index()
    #expect(try room.it.store.insights(InsightFilter(kind: .actionItem), for: room.ada).count == 1)
  }
}
