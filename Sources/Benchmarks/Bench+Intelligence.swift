import ClientSync
import Domain
import Foundation
import Intelligence
import OnBoxAI
import ServerCore

extension Bench {
  /// The AI without a key: working on messages, searching, summarising; processor time of one
  /// thread, and memory.
  func intelligence(models: String, messages count: Int) async throws {
    let before = try Self.residentBytes()
    let engine = OnBoxEngine.load(from: ModelFolder(models))
    for notice in engine.text.notices { note(notice) }
    let folder = try makeDataFolder()
    let sample = try IntelligenceSample(folder: folder)
    let users = try await sample.makeUsers(8)
    let group = try await sample.makeGroup(users)
    let services = IntelligenceServices(
      store: sample.store, commands: sample.commands, engine: engine, work: InlineWorkExecutor(),
      background: InlineWorkExecutor(), clock: sample.clock, identifiers: RandomIdentifierSource())
    embed(engine)
    try await sample.post(200, by: users, in: group)
    try await index(200, services, "working on a message")
    try await summarize(services, group, asker: users[0])
    try await sample.post(count, by: users, in: group)
    try await index(400, services, "working on a message while \(count) wait")
    try await fill(sample, services)
    try await search(services, asker: users[0], group: group, count: count)
    record(
      "intelligence", "memory of all of it with \(count) vectors",
      Double(try Self.residentBytes() - before) / 1_048_576,
      "MiB", target: max(250, 600 * Double(count) / 1_000_000))
    sample.store.close()
    try remove(folder)
  }

  private func embed(_ engine: OnBoxEngine) {
    guard let embedder = engine.embedder else { return }
    let text =
      "We have to move the launch to next month because the new supplier cannot deliver the parts before the end of June, I am afraid"
    var times = Percentiles()
    for round in 0..<60 {
      let start = Self.processorTime()
      _ = embedder.embed(text)
      if round >= 10 { times.add(Self.processorTime() - start) }
    }
    record("intelligence", "embedding of 30 tokens, p50", times.value(0.5), "ms", target: 12)
  }

  /// Runs the pipeline over what is due.
  private func index(_ count: Int, _ services: IntelligenceServices, _ name: String) async throws {
    let start = Self.processorTime()
    var handled = 0
    while handled < count {
      let some = await services.pipeline.runBatch()
      guard some > 0 else { break }
      handled += some
    }
    guard handled > 0 else { throw BenchError("nothing was due") }
    let time = (Self.processorTime() - start).milliseconds / Double(handled)
    record("intelligence", "\(name), mean of \(handled)", time, "ms", target: 1_000 / 120)
  }

  private func summarize(_ services: IntelligenceServices, _ group: ConversationID, asker: UserID) async throws {
    var times = Percentiles()
    for round in 0..<12 {
      // Another question of range each time, so that none comes from the cache.
      let start = Self.processorTime()
      let output = try await services.summaries.summarizeThread(
        group, for: asker, range: .range(from: 1, to: 200 - Int64(round % 3)))
      guard !output.receipt.isCached else { continue }
      times.add(Self.processorTime() - start)
    }
    record("intelligence", "summary of 200 messages, slowest of \(times.count)", times.value(1), "ms", target: 300)
  }

  /// Gives every message a vector without working it out.
  private func fill(_ sample: IntelligenceSample, _ services: IntelligenceServices) async throws {
    guard let embedder = services.engine.embedder else { return }
    var generator = SplitMix64(seed: 11)
    while true {
      let due = try sample.store.dueMessages(at: sample.clock.now, limit: 2_000)
      guard !due.isEmpty else { return }
      let works = due.map { item in
        MessageWork(
          conversation: item.conversation, message: item.message.id, rev: item.message.rev,
          embedding: (0..<Embedding.dimensions).map { _ in
            UInt8(bitPattern: Int8.random(in: -16...16, using: &generator))
          },
          embedder: embedder.name, signals: nil, insights: [])
      }
      _ = try await sample.commands.perform(.intelligence(.pipeline(.record(works))))
      services.vectors.changed(due[0].conversation, seqs: due.map(\.message.seq))
    }
  }

  private func search(
    _ services: IntelligenceServices, asker: UserID, group: ConversationID, count: Int
  ) async throws {
    if let query = services.engine.embedder?.embed("who wants the export by Friday") {
      var scans = Percentiles()
      for round in 0..<60 {
        let start = Self.processorTime()
        _ = try services.vectors.search(query, in: [group], limit: 150)
        if round >= 10 { scans.add(Self.processorTime() - start) }
      }
      record("intelligence", "\(count) vectors compared, p50", scans.value(0.5), "ms", target: 30)
    }
    var searches = Percentiles()
    for round in 0..<40 {
      let start = Self.processorTime()
      _ = try await services.search.search("who wants the export number \(round)", for: asker, limit: 20)
      if round >= 5 { searches.add(Self.processorTime() - start) }
    }
    record("intelligence", "smart search of \(count) messages, p50", searches.value(0.5), "ms", target: 60)
    var answers = Percentiles()
    for round in 0..<12 {
      let start = Self.processorTime()
      _ = try await services.answers.ask("when do they want export number \(round)?", for: asker)
      if round >= 2 { answers.add(Self.processorTime() - start) }
    }
    record("intelligence", "answer from \(count) messages, p50", answers.value(0.5), "ms")
  }

  /// Of all threads: nothing else runs here.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  private static func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw BenchError("the memory in use cannot be read")
    }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
