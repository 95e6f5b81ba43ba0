import Testing

@testable import ServerCore

@Suite("When a server asks the database for what it may have missed")
struct PollPlanTests {
  private static let tick: Int64 = 250

  /// A plan, the time in milliseconds, and when it asked for what.
  private struct Run {
    var plan = PollPlan(tickInterval: PollPlanTests.tick)
    var now: Int64 = 0
    var asked: [Int64: PollPlan.Scope] = [:]

    /// Others say something each second, as servers do.
    mutating func pass(
      _ milliseconds: Int64, hearing nodes: [UInt64] = [], isConnected: Bool = true, isPolling: Bool = false
    ) {
      for _ in 0..<milliseconds / PollPlanTests.tick {
        now += PollPlanTests.tick
        if now % 1_000 == 0 { for node in nodes { plan.noteSign(of: node) } }
        asked[now] = plan.tick(isConnected: isConnected, isPolling: isPolling)
      }
    }

    /// Times since `start` at which everything was asked for.
    func full(since start: Int64 = 0) -> [Int64] {
      asked.filter { $0.key > start && $0.value == .everything }.map { $0.key - start }.sorted()
    }

    func sessions(since start: Int64 = 0) -> [Int64] {
      asked.filter { $0.key > start }.map { $0.key - start }.sorted()
    }

    /// One of three servers, after it has come to trust the bus.
    static func trusting() -> Run {
      var run = Run()
      run.plan.noteServers(3)
      run.pass(20_000, hearing: [1, 2])
      run.asked = [:]
      return run
    }
  }

  @Test("every two seconds where the bus is none, is down, or nobody knows how many servers there are")
  func untrusted() {
    for (count, isConnected) in [(3, false), (1, false), (nil, true)] as [(Int?, Bool)] {
      var run = Run()
      run.plan.noteServers(count)
      run.pass(20_000, hearing: [1, 2], isConnected: isConnected)
      #expect(run.full() == stride(from: 2_000, through: 20_000, by: 2_000).map { $0 })
    }
  }

  @Test("while all are heard, every ten seconds for feeds and every two for sessions")
  func trusted() {
    var run = Run.trusting()
    let start = run.now
    run.pass(40_000, hearing: [1, 2])
    let full = run.full(since: start)
    #expect(full.count == 4)
    for (one, next) in zip(full, full.dropFirst()) { #expect(next - one == 10_000) }
    let all = run.sessions(since: start)
    for (one, next) in zip([0] + all, all) { #expect(next - one <= 2_000) }
  }

  @Test("not before the bus has been whole for four seconds")
  func proof() {
    var run = Run()
    run.plan.noteServers(2)
    run.pass(4_000)
    run.pass(12_000, hearing: [1])
    #expect(run.full() == [2_000, 4_000, 6_000, 8_000])
  }

  @Test("one that falls silent is noticed within two seconds, with a poll at once and every two seconds from then on")
  func silent() throws {
    var run = Run.trusting()
    let start = run.now
    run.pass(9_000, hearing: [1])
    let full = run.full(since: start)
    let first = try #require(full.first)
    #expect(first <= 2_000)
    #expect(full == stride(from: first, through: 9_000, by: 2_000).map { $0 })
    // It was killed: the database no longer counts it.
    run.plan.noteServers(2)
    run.pass(4_000, hearing: [1])
    let trusted = run.now
    run.pass(20_000, hearing: [1])
    #expect(run.full(since: trusted).count == 2)
  }

  @Test("cut off in silence it hears nobody, and polls as well")
  func cut() throws {
    var run = Run.trusting()
    let start = run.now
    run.pass(8_000)
    let full = run.full(since: start)
    #expect(try #require(full.first) <= 2_000)
    for (one, next) in zip(full, full.dropFirst()) { #expect(next - one <= 2_000) }
  }

  @Test("at once when the bus was down, says that it lost something, or a server has come that is not on it")
  func losses() {
    var run = Run.trusting()
    var start = run.now
    run.plan.noteMissed()
    run.pass(6_000, hearing: [1, 2])
    #expect(run.full(since: start).prefix(3) == [250, 2_250, 4_250])

    run = Run.trusting()
    start = run.now
    run.pass(3_000, hearing: [1, 2], isConnected: false)
    #expect(run.full(since: start) == [250, 2_250])

    run = Run.trusting()
    start = run.now
    run.plan.noteServers(4)
    run.pass(3_000, hearing: [1, 2])
    #expect(run.full(since: start) == [250, 2_250])
  }

  @Test("while it comes and goes, no more often than without it")
  func flapping() {
    var run = Run.trusting()
    let start = run.now
    for _ in 0..<10 {
      run.pass(3_000, hearing: [1])
      run.pass(1_000, hearing: [1, 2])
    }
    #expect(run.full(since: start).count <= 21)
  }

  @Test("one that is alone has nobody to miss")
  func alone() {
    var run = Run()
    run.plan.noteServers(1)
    run.pass(34_000)
    #expect(run.full() == [2_000, 12_000, 22_000, 32_000])
  }

  @Test("never two at once; what became due meanwhile follows")
  func underWay() {
    var run = Run()
    run.pass(5_000, isPolling: true)
    #expect(run.sessions().isEmpty)
    run.pass(250)
    #expect(run.full() == [5_250])
  }
}
