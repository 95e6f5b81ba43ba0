import Demo
import Domain
import Foundation
import Intelligence
import OnBoxAI
import ServerCore
import StoreSQLite
import TestSupport
import Testing

/// What becomes of the demo team's tasks, with the engine that ships.
@Suite("The demo team's tasks")
struct DemoTasksTests {
  private func tasks() async throws -> [Insight] {
    let script = try DemoScript()
    let store = try SQLiteStore(path: nil)
    defer { store.close() }
    store.observeCommits { _ in }
    let now = Timestamp(milliseconds: 1_800_000_000_000)
    _ = try await DemoBuilder(store: store, hasher: PlainHasher(), now: now).build(script, password: "secret")
    let clock = SettableClock(now)
    var configuration = IntelligenceConfiguration()
    configuration.pipelineRest = 0
    let services = IntelligenceServices(
      store: store, commands: DirectCommandPerformer(store: store, clock: clock),
      engine: .load(from: ModelFolder(IntelligenceFixture.modelFolder)), model: nil, embedding: nil, prices: nil,
      configuration: configuration, work: InlineWorkExecutor(), background: InlineWorkExecutor(), clock: clock,
      identifiers: RandomIdentifierSource(clock: clock))
    while await services.pipeline.runBatch() > 0 {}
    let ids = try store.accounts().map(\.id)
    var found: [InsightID: Insight] = [:]
    for user in ids {
      for placed in try store.insights(InsightFilter(limit: 500), for: user) {
        found[placed.id] = placed.insight
      }
    }
    return found.values.sorted { $0.id < $1.id }
  }

  /// The tasks that were finished in the chat, and how the message begins that says so.
  private static let finished = [
    "Add the import of old tide tables to the runbook": "Runbook is updated",
    "Have the final screens ready": "Final screens are up",
    "Switch the parser": "Parser is finished",
    "Sign the contract": "Contract with Northmap is signed",
    "Build the cache and repeat the load test": "Load test with the cache",
    "Set up the status page before the launch": "Status page is ready",
    "Redraw the app icon": "New icon is in",
    "Send Amara the numbers": "Numbers for Amara",
    "Fix the search: it does not find harbours with an accent": "Fix for the accents is deployed",
    "Prepare the questions": "Questions are in the folder",
    "Find out which phones don't": "Result:",
    "Clean up the old snapshots in the morning": "Snapshots older than 90 days are gone",
    "Change the job": "Job is changed",
    "Put the admin page behind the VPN before the launch": "Admin page is only reachable",
    "Send Mira their contact and what they expect": "Sent by mail",
    "Write the offer": "Offer is in the folder",
    "Translate the offer": "Translation is finished",
    "Send the translation": "Sent.",
  ]

  @Test("what was finished in the chat is done, by the message that says so, and nothing else is")
  func finished() async throws {
    let all = try await tasks()
    let done = all.filter { $0.kind == .actionItem && $0.status == .done }
    let wrong = done.filter { task in
      Self.finished[task.text].map { task.report?.text.hasPrefix($0) != true } ?? true
    }
    #expect(wrong.map { "\($0.text) <- \($0.report?.text ?? "")" } == [])
    #expect(Set(done.map(\.text)) == Set(Self.finished.keys))
    #expect(all.filter { $0.kind != .actionItem }.allSatisfy { $0.status == .open })
  }
}
