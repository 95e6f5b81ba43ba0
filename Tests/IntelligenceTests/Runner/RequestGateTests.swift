import AIProviders
import Domain
import Intelligence
import ServerCore
import Synchronization
import TestSupport
import Testing

@Suite("The gate of requests")
struct RequestGateTests {
  private struct Fixture: Sendable {
    let it: IntelligenceFixture
    let ada: UserID
    let bob: UserID
    let id: ConversationID
    let message: Message

    init(configure: (inout IntelligenceConfiguration) -> Void = { _ in }) throws {
      it = try IntelligenceFixture(configure: configure)
      ada = try it.storeFixture.user("Ada")
      bob = try it.storeFixture.user("Bob")
      id = try it.storeFixture.group(ada, [bob])
      message = try it.post("I'll send the report to Bob by Friday.", by: ada, in: id)
    }

    var runner: AIRunner { it.services.runner }
  }

  /// Holds requests until it is opened, and counts them.
  private final class Holder: Sendable {
    private let state = Mutex<(isOpen: Bool, held: Int, order: [Int])>((false, 0, []))

    var held: Int { state.withLock { $0.held } }
    var order: [Int] { state.withLock { $0.order } }
    func open() { state.withLock { $0.isOpen = true } }
    func note(_ index: Int) { state.withLock { $0.order.append(index) } }

    func hold() async throws(Refusal) {
      state.withLock { $0.held += 1 }
      do {
        try await eventually("the holder opens") { state.withLock { $0.isOpen } }
      } catch {
        throw Refusal(.internal, "never opened")
      }
    }
  }

  private final class Noted<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    var all: [Value] { values.withLock { $0 } }
    func add(_ value: Value) { values.withLock { $0.append(value) } }
  }

  /// Keeps a thread busy until it is let go.
  private final class Latch: Sendable {
    private let state = Mutex(false)

    func open() { state.withLock { $0 = true } }
    func spin() { while !state.withLock({ $0 }) {} }
  }

  @Test("lets four of one person's forty through, keeps eight waiting, refuses the rest, and delays nobody else")
  func forty() async throws {
    let room = try Fixture()
    let holder = Holder()
    let refused = Noted<Refusal>()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for _ in 0..<40 {
        tasks.addTask {
          do throws(Refusal) {
            try await room.runner.admitted(room.ada) { _ throws(Refusal) in try await holder.hold() }
          } catch {
            refused.add(error)
          }
        }
      }
      try await eventually("four are through, and the rest is refused") {
        refused.all.count == 28 && holder.held == 4
      }
      // Bob's requests pass while all of Ada's stand still.
      for _ in 0..<3 {
        #expect(try await room.it.services.search.search("report", for: room.bob, limit: 5).count == 1)
      }
      _ = try await room.it.services.insights.extract(
        .actionItem, asker: room.bob, conversation: room.id, range: .last(5))
      #expect(holder.held == 4)
      holder.open()
      try await tasks.waitForAll()
    }
    #expect(holder.held == 12)
    #expect(refused.all.allSatisfy { $0.code == .rateLimited && $0.retryAfter != nil })
    _ = try await room.it.services.search.search("report", for: room.ada, limit: 5)
  }

  @Test("refuses what waited too long, and everybody's once too many wait altogether")
  func limits() async throws {
    let room = try Fixture {
      $0.requestsAtOnce = 1
      $0.requestPatience = 0.5
      $0.requestsOfAll = 2
    }
    let holder = Holder()
    let first = Task { try await room.runner.admitted(room.ada) { _ throws(Refusal) in try await holder.hold() } }
    try await eventually("the first is held") { holder.held == 1 }
    let late = await #expect(throws: Refusal.self) {
      try await room.runner.admitted(room.ada) { _ throws(Refusal) in holder.note(1) }
    }
    #expect(late?.code == .rateLimited && late?.retryAfter != nil)
    let second = Task { try await room.runner.admitted(room.bob) { _ throws(Refusal) in try await holder.hold() } }
    try await eventually("the second is held") { holder.held == 2 }
    let eve = try room.it.storeFixture.user("Eve")
    let full = await #expect(throws: Refusal.self) {
      try await room.runner.admitted(eve) { _ throws(Refusal) in holder.note(2) }
    }
    #expect(full?.code == .overloaded && full?.retryAfter != nil)
    holder.open()
    try await first.value
    try await second.value
    try await room.runner.admitted(eve) { _ throws(Refusal) in holder.note(3) }
    #expect(holder.order == [3])
  }

  @Test("forgets a request whose asker gave up, and takes a request's own for a part of it")
  func cancelled() async throws {
    let room = try Fixture {
      $0.requestsAtOnce = 1
      $0.requestsWaiting = 1
    }
    let holder = Holder()
    let first = Task {
      try await room.runner.admitted(room.ada) { _ throws(Refusal) in
        try await holder.hold()
        // A part of a request waits for nothing: it would wait for itself.
        _ = try await room.it.services.insights.list(InsightFilter(), asker: room.ada)
      }
    }
    try await eventually("the first is held") { holder.held == 1 }
    for _ in 0..<3 {
      let waiting = Task { try await room.runner.admitted(room.ada) { _ throws(Refusal) in holder.note(1) } }
      waiting.cancel()
      await #expect(throws: Refusal.self) { try await waiting.value }
    }
    let last = Task { try await room.runner.admitted(room.ada) { _ throws(Refusal) in holder.note(2) } }
    holder.open()
    try await first.value
    try await last.value
    #expect(holder.order == [2])
  }

  @Test("is passed by every feature")
  func everyFeature() async throws {
    let room = try Fixture {
      $0.requestsAtOnce = 1
      $0.requestsWaiting = 0
    }
    let (services, id, ada) = (room.it.services, room.id, room.ada)
    let features: [(String, @Sendable () async throws -> Void)] = [
      ("summary", { _ = try await services.summaries.summarizeThread(id, for: ada, range: .last(5)) }),
      ("digest", { _ = try await services.summaries.digest(for: ada) }),
      ("ask", { _ = try await services.answers.ask("Who sends the report?", for: ada) }),
      ("search", { _ = try await services.search.search("report", for: ada, limit: 5) }),
      (
        "items", { _ = try await services.insights.extract(.actionItem, asker: ada, conversation: id, range: .last(5)) }
      ),
      (
        "decisions",
        { _ = try await services.insights.extract(.decision, asker: ada, conversation: id, range: .last(5)) }
      ),
      (
        "meetings",
        { _ = try await services.scheduling.detectScheduling(asker: ada, conversation: id, range: .last(5)) }
      ),
      (
        "times",
        {
          _ = try await services.scheduling.suggestMeetingTimes(
            asker: ada, conversation: id, topic: nil, minutes: nil, participants: nil)
        }
      ),
      ("insights", { _ = try await services.insights.list(InsightFilter(), asker: ada) }),
      ("priorities", { _ = try await services.priority.detectPriorityMessages(asker: ada, unreadOnly: false) }),
      (
        "category",
        { _ = try await services.priority.categorizeMessage(asker: ada, conversation: id, message: room.message.id) }
      ),
      (
        "correction",
        {
          _ = try await services.priority.correct(
            asker: ada, conversation: id, message: room.message.id, to: .urgent)
        }
      ),
      (
        "talk",
        { for try await _ in try await services.assistant.talk(asker: ada, text: "Hello", conversation: id) {} }
      ),
      (
        "function",
        {
          _ = try await services.assistant.executeFunction(
            "listDecisions", arguments: "{}", conversation: id, asker: ada)
        }
      ),
      (
        "proposal",
        {
          let unknown: ActionProposalID = room.it.storeFixture.id()
          _ = try await services.assistant.decide(unknown, isApproved: false, asker: ada)
        }
      ),
    ]
    let holder = Holder()
    let first = Task { try await room.runner.admitted(ada) { _ throws(Refusal) in try await holder.hold() } }
    try await eventually("the first is held") { holder.held == 1 }
    for (name, feature) in features {
      let refusal = await #expect(throws: Refusal.self, "\(name)") { try await feature() }
      #expect(refusal?.code == .rateLimited, "\(name)")
    }
    holder.open()
    try await first.value
    for (name, feature) in features where name != "proposal" {
      await #expect(throws: Never.self, "\(name)") { try await feature() }
    }
  }

  // MARK: Threads

  @Test("gives each asker's work its turn: one of each, then the next of each")
  func fairQueue() throws {
    let room = try Fixture()
    var queue = FairQueue<String>()
    for index in 0..<40 { queue.add("ada \(index)", of: room.ada) }
    queue.add("nobody 0", of: nil)
    for index in 0..<2 { queue.add("bob \(index)", of: room.bob) }
    let first = (0..<6).map { _ in queue.next() }
    #expect(first == ["ada 0", "nobody 0", "bob 0", "ada 1", "bob 1", "ada 2"])
    #expect((3..<40).map { _ in queue.next() } == (3..<40).map { "ada \($0)" })
    #expect(queue.next() == nil)
  }

  /// Counts what has been handed to the threads.
  private final class CountingWork: WorkExecutor {
    let threads: IntelligenceThreads
    private let handed = Mutex(0)

    init(_ threads: IntelligenceThreads) { self.threads = threads }

    var count: Int { handed.withLock { $0 } }

    func run(_ work: @escaping @Sendable () -> Void) {
      threads.run(work)
      handed.withLock { $0 += 1 }
    }
  }

  @Test("lets nobody's work wait behind all of another's on the threads")
  func threads() async throws {
    let room = try Fixture { $0.requestsAtOnce = 40 }
    let work = CountingWork(IntelligenceThreads(count: 1, niceness: 0, name: "test"))
    defer { work.threads.stop() }
    let reader = IntelligenceReader(store: room.it.store, work: work)
    let latch = Latch()
    let order = Noted<UserID>()
    let done = try await withThrowingTaskGroup(of: Void.self) { tasks in
      // The thread is busy until all the work is there.
      work.threads.run { latch.spin() }
      for user in [UserID](repeating: room.ada, count: 40) + [room.bob] {
        tasks.addTask {
          try await room.runner.admitted(user) { _ throws(Refusal) in
            try await reader.compute { order.add(user) }
          }
        }
      }
      try await eventually("all the work waits") { work.count == 41 }
      latch.open()
      try await tasks.waitForAll()
      return order.all
    }
    #expect(done.count == 41)
    #expect((done.firstIndex(of: room.bob) ?? 41) <= 1)
  }

  @Test("refuses work that nobody waits for any more")
  func patience() async throws {
    let room = try Fixture()
    let work = CountingWork(IntelligenceThreads(count: 1, niceness: 0, name: "test"))
    defer { work.threads.stop() }
    let reader = IntelligenceReader(store: room.it.store, work: work, patience: 0)
    let latch = Latch()
    work.threads.run { latch.spin() }
    let task = Task { try await reader.compute { 1 } }
    try await eventually("it waits") { work.count == 1 }
    latch.open()
    let refusal = await #expect(throws: Refusal.self) { _ = try await task.value }
    #expect(refusal?.code == .overloaded && refusal?.retryAfter != nil)
  }
}
