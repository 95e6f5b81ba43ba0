import Domain
import Foundation
import Intelligence
import ServerCore
import StoreSQLite
import Synchronization
import TestSupport
import Testing

@Suite("The pipeline")
struct PipelineTests {
  private static let promise = "I'll send the report to Bob by Friday."

  private func room(_ it: IntelligenceFixture) throws -> (ada: UserID, bob: UserID, room: ConversationID) {
    let ada = try it.storeFixture.user("Ada")
    let bob = try it.storeFixture.user("Bob")
    return (ada, bob, try it.storeFixture.group(ada, [bob]))
  }

  private func insights(_ it: IntelligenceFixture, _ asker: UserID) throws -> [Insight] {
    try it.store.insights(InsightFilter(), for: asker).map(\.insight)
  }

  @Test("finds a task with its owner, the message that says it and a reason")
  func finds() async throws {
    let it = try IntelligenceFixture()
    let (ada, _, room) = try room(it)
    let message = try it.post(Self.promise, by: ada, in: room)
    try await it.index()
    let found = try #require(try insights(it, ada).first { $0.kind == .actionItem })
    #expect(found.citations == [message.id])
    #expect(found.owner == ada)
    #expect(found.model == OnBoxEngine.version)
    #expect(found.status == .open)
    #expect(!found.text.isEmpty)
    #expect(!found.reason.isEmpty)
    #expect((0...1).contains(found.confidence))
  }

  @Test("works on each message exactly once over restarts")
  func restarts() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("store.db").path
    var asker: UserID?
    var place: ConversationID?
    do {
      let it = try IntelligenceFixture(path: path) { $0.pipelineBatch = 2 }
      let (ada, _, room) = try room(it)
      // Other things each: a promise that is given again is no other promise.
      for thing in ["report", "invoice", "contract", "drawing", "logo"] {
        try it.post("I'll send the \(thing) to Bob by Friday.", by: ada, in: room)
      }
      #expect(await it.services.pipeline.runBatch() == 2)
      it.store.close()
      asker = ada
      place = room
    }
    let it = try IntelligenceFixture(path: path) { $0.pipelineBatch = 2 }
    let ada = try #require(asker)
    let before = try insights(it, ada)
    try await it.index()
    let after = try insights(it, ada)
    #expect(try it.store.pipelineProgress().due == 0)
    #expect(it.services.pipeline.metrics.counts.processed == 3)
    #expect(before.count * 5 == after.count * 2)
    #expect(Set(before.map(\.id)).isSubset(of: after.map(\.id)))
    #expect(Set(after.flatMap(\.citations)).count == 5)
    let vectors = try it.store.vectors(of: try #require(place), .embedder("words 1"), after: 0)
    #expect(vectors.seqs == [1, 2, 3, 4, 5])
    it.store.close()
  }

  @Test("a crash between the work and its commit loses and doubles nothing")
  func crash() async throws {
    let it = try IntelligenceFixture()
    let (ada, _, room) = try room(it)
    try it.post(Self.promise, by: ada, in: room)
    // Work that never reaches the disk.
    let due = try it.store.dueMessages(at: it.clock.now, limit: 10)
    _ = it.services.worker.work(on: due)
    #expect(try insights(it, ada).isEmpty)
    try await it.index()
    let once = try insights(it, ada)
    // Work that reaches it twice.
    let again = it.services.worker.work(on: due).compactMap { try? $0.get() }
    try it.perform(.intelligence(.pipeline(.record(again))))
    #expect(try insights(it, ada) == once)
  }

  @Test("an edit revises what was found and keeps its id; one that says something else withdraws it")
  func edits() async throws {
    let it = try IntelligenceFixture()
    let (ada, bob, room) = try room(it)
    let message = try it.post(Self.promise, by: ada, in: room)
    try await it.index()
    let first = try #require(try insights(it, ada).first)
    try it.edit(message, to: "I'll send the invoice to Bob by Monday.", in: room)
    try await it.index()
    let second = try #require(try insights(it, bob).first)
    #expect(second.id == first.id)
    #expect(second.text != first.text)
    try it.edit(message, to: "Nice weather here.", in: room)
    try await it.index()
    #expect(try insights(it, bob).isEmpty)
  }

  @Test("a deletion withdraws what was found and its vector")
  func deletions() async throws {
    let it = try IntelligenceFixture()
    let (ada, _, room) = try room(it)
    let message = try it.post(Self.promise, by: ada, in: room)
    try await it.index()
    #expect(try !insights(it, ada).isEmpty)
    try it.delete(message, in: room)
    try await it.index()
    #expect(try insights(it, ada).isEmpty)
    #expect(try it.store.vectors(of: room, .embedder("words 1"), after: 0).seqs.isEmpty)
  }

  @Test("a process that ends while the model is read is no message's fault")
  func preparation() async throws {
    let it = try IntelligenceFixture()
    let (ada, _, room) = try room(it)
    try it.post(Self.promise, by: ada, in: room)
    let starts = Mutex<[Int]>([])
    let pipeline = pipeline(
      it,
      prepare: { [store = it.store, now = it.clock.now] in
        let due = Result { try store.dueMessages(at: now, limit: 10) }
        starts.withLock { $0 += ((try? due.get()) ?? []).map(\.starts) }
      })
    #expect(await pipeline.runBatch() == 1)
    #expect(starts.withLock { $0 } == [0], "read before work on the message began")
  }

  @Test("a message that fails is tried again ever later, then kept aside, and holds up no other")
  func failures() async throws {
    let it = try IntelligenceFixture()
    let (ada, _, room) = try room(it)
    let bad = try it.post("bad", by: ada, in: room)
    try it.post("good", by: ada, in: room)
    let worker = it.services.worker
    let pipeline = pipeline(
      it,
      work: { due in
        due.map { item in
          item.message.id == bad.id ? .failure(Broken()) : Result { try worker.work(on: item) }
        }
      })
    #expect(await pipeline.runBatch() == 2)
    #expect(await pipeline.runBatch() == 0)
    #expect(try it.store.pipelineProgress() == PipelineProgress(due: 1, postponed: 1, dead: 0))
    for delay in Pipeline.delays {
      it.clock.advance(seconds: delay - 1)
      #expect(await pipeline.runBatch() == 0, "before \(delay) s have passed")
      it.clock.advance(seconds: 1)
      #expect(await pipeline.runBatch() == 1, "after \(delay) s")
    }
    let dead = try #require(try it.store.deadMessages(limit: 10).first)
    #expect(dead.message == bad.id)
    #expect(dead.reason == "Broken")
    #expect(pipeline.metrics.counts.dead == 1)
    it.clock.advance(seconds: 1_000_000)
    #expect(await pipeline.runBatch() == 0)
    try it.perform(.intelligence(.pipeline(.reviveDead)))
    try await it.index()
    #expect(try it.store.pipelineProgress() == PipelineProgress(due: 0, postponed: 0, dead: 0))
  }

  @Test("waits while the chat has much to commit")
  func backPressure() async throws {
    let it = try IntelligenceFixture()
    let (ada, _, room) = try room(it)
    try it.post("hello", by: ada, in: room)
    let looks = Mutex(0)
    let pipeline = pipeline(
      it,
      queueDepth: {
        looks.withLock { count in
          count += 1
          return count < 3 ? 1_000 : 0
        }
      })
    #expect(await pipeline.runBatch() == 1)
    #expect(looks.withLock { $0 } == 3)
  }

  @Test("leaves everything due when the store has too much to do")
  func overload() async throws {
    let it = try IntelligenceFixture()
    let (ada, _, room) = try room(it)
    try it.post("hello", by: ada, in: room)
    let pipeline = pipeline(it, commands: Overloaded())
    #expect(await pipeline.runBatch() == 0)
    #expect(try it.store.pipelineProgress() == PipelineProgress(due: 1, postponed: 0, dead: 0))
  }

  @Test("works by itself once started, and is woken by commits")
  func runs() async throws {
    let it = try IntelligenceFixture()
    let (ada, _, room) = try room(it)
    it.services.start()
    try it.post(Self.promise, by: ada, in: room)
    it.services.pipeline.wake()
    try await eventually("the message is worked on") { try it.store.pipelineProgress().due == 0 }
    await it.services.stop()
  }

  @Test("works on nothing when the AI is off, for the server or in a conversation")
  func off() async throws {
    let it = try IntelligenceFixture()
    let (ada, _, room) = try room(it)
    try it.post(Self.promise, by: ada, in: room)
    try await it.index()
    try it.perform(.intelligence(.insight(.setIntelligence(asker: ada, conversation: room, isOn: false))))
    try it.post(Self.promise, by: ada, in: room)
    #expect(await it.services.pipeline.runBatch() == 0)
    #expect(try it.store.vectors(of: room, .embedder("words 1"), after: 0).seqs.isEmpty)
  }

  @Test("gives up a message that ends the process each time, and works on all the others")
  func poison() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("store.db").path
    var place: ConversationID?
    var poisoned: MessageID?
    do {
      let it = try IntelligenceFixture(path: path)
      let (ada, _, room) = try room(it)
      for number in 1...6 {
        let message = try it.post(number == 3 ? "poison" : Self.promise, by: ada, in: room)
        if number == 3 { poisoned = message.id }
      }
      place = room
      it.store.close()
    }
    var crashes = 0
    while crashes < 40 {
      let it = try IntelligenceFixture(path: path) { $0.pipelineStarts = 3 }
      defer { it.store.close() }
      // The process ends where the message is worked on: nothing after it happens.
      let ended = Ended()
      let mortal = Mortal(commands: it.commands) { ended.value.withLock { $0 } }
      let pipeline = pipeline(
        it, commands: mortal,
        work: { due in
          if due.contains(where: { $0.message.text == "poison" }) { ended.value.withLock { $0 = true } }
          return it.services.worker.work(on: due)
        })
      while await pipeline.runBatch() > 0, !ended.value.withLock({ $0 }) {}
      guard ended.value.withLock({ $0 }) else { break }
      crashes += 1
    }
    #expect(crashes == 3, "as often as it may be begun")
    let it = try IntelligenceFixture(path: path)
    let dead = try it.store.deadMessages(limit: 10)
    #expect(dead.map(\.message) == [try #require(poisoned)])
    #expect(dead.first?.reason.contains("stopped 3 times") == true)
    #expect(try it.store.pipelineProgress() == PipelineProgress(due: 0, postponed: 0, dead: 1))
    let vectors = try it.store.vectors(of: try #require(place), .embedder("words 1"), after: 0)
    #expect(vectors.seqs == [1, 2, 4, 5, 6])
    it.store.close()
  }

  private final class Ended: Sendable {
    let value = Mutex(false)
  }

  /// Commits nothing more once the process has ended.
  private struct Mortal: CommandPerformer {
    let commands: any CommandPerformer
    let hasEnded: @Sendable () -> Bool

    func perform(_ body: WriteCommand.Body, by actor: AuditActor?) async throws(Refusal) -> CommitResult {
      guard !hasEnded() else { throw Refusal(.overloaded, "ended") }
      return try await commands.perform(body, by: actor)
    }
  }

  @Test("tells how much it did")
  func metrics() async throws {
    let it = try IntelligenceFixture()
    let (ada, _, room) = try room(it)
    for _ in 1...3 { try it.post("hello", by: ada, in: room) }
    try await it.index()
    let text = it.services.pipeline.metrics.prometheusText()
    #expect(text.contains("messageai_pipeline_processed_total 3\n"))
    #expect(text.contains("messageai_pipeline_due 0\n"))
    #expect(!text.contains("hello"))
  }

  @Test("works on the newest first, and on what is said meanwhile before the rest of a backlog")
  func newestFirst() async throws {
    let it = try IntelligenceFixture { $0.pipelineBatch = 4 }
    let (ada, _, room) = try room(it)
    for number in 1...12 { try it.post("message \(number)", by: ada, in: room) }
    let worked = Mutex<[[Int64]]>([])
    it.services.pipeline.observe { batch in worked.withLock { $0.append(batch.map(\.message.seq)) } }
    #expect(await it.services.pipeline.runBatch() == 4)
    try it.post("live", by: ada, in: room)
    try await it.index()
    #expect(worked.withLock { $0 } == [[9, 10, 11, 12], [6, 7, 8, 13], [2, 3, 4, 5], [1]])
  }

  @Test("a backlog that takes long to count is counted seldom, and less by what was worked on between")
  func progress() async throws {
    let it = try IntelligenceFixture {
      $0.pipelineBatch = 4
      $0.pipelineLongBacklog = 2
    }
    let (ada, _, room) = try room(it)
    for _ in 1...9 { try it.post("hello", by: ada, in: room) }
    // Every look at the clock takes 6 ms, so a count does too.
    let time = Mutex<UInt64>(0)
    let worker = it.services.worker
    let pipeline = Pipeline(
      reader: it.services.reader, commands: it.commands, configuration: it.services.configuration, clock: it.clock,
      monotonicNow: {
        time.withLock {
          $0 += 6_000_000
          return $0
        }
      }, queueDepth: { 0 }, work: { worker.work(on: $0) })
    #expect(try await pipeline.progress().due == 9)
    try it.post("hello", by: ada, in: room)
    #expect(try await pipeline.progress().due == 9)
    #expect(await pipeline.runBatch() == 4)
    #expect(try await pipeline.progress().due == 5)
    time.withLock { $0 += 600_000_000 }
    #expect(try await pipeline.progress().due == 6)
    #expect(await pipeline.runBatch() == 4)
    #expect(await pipeline.runBatch() == 2)
    try it.post("hello", by: ada, in: room)
    #expect(try await pipeline.progress().due == 1, "what is no long backlog is counted each time")
  }

  private struct Broken: Error {}

  private struct Overloaded: CommandPerformer {
    func perform(_ body: WriteCommand.Body, by actor: AuditActor?) async throws(Refusal) -> CommitResult {
      throw Refusal(.overloaded, "too much to do")
    }
  }

  private func pipeline(
    _ it: IntelligenceFixture, commands: (any CommandPerformer)? = nil,
    queueDepth: @escaping @Sendable () -> Int = { 0 }, prepare: @escaping @Sendable () -> Void = {},
    work: Pipeline.Work? = nil
  ) -> Pipeline {
    let worker = it.services.worker
    return Pipeline(
      reader: it.services.reader, commands: commands ?? it.commands, configuration: it.services.configuration,
      clock: it.clock, monotonicNow: { 0 }, queueDepth: queueDepth, prepare: prepare,
      work: work ?? { worker.work(on: $0) })
  }
}
