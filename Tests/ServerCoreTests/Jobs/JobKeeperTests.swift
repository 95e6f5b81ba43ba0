import Dispatch
import ServerCore
import Synchronization
import TestSupport
import Testing

@Suite("Background work of several servers")
struct JobKeeperTests {
  /// A lease that the test gives and takes.
  private final class ScriptedLease: JobLease {
    let isFree = Mutex(false)
    let released = Mutex(0)

    func hold() -> Bool { isFree.withLock(\.self) }
    func release() { released.withLock { $0 += 1 } }
  }

  private final class Log: Sendable {
    let entries = Mutex<[String]>([])
    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock(\.self) }
  }

  /// Looks again as soon as others have had their turn.
  @Sendable private static func step() async throws {
    try Task.checkCancellation()
    await Task.yield()
  }

  private func keeper(_ lease: ScriptedLease, _ log: Log) -> JobKeeper {
    JobKeeper(lease: lease, work: InlineWorkExecutor(), pause: Self.step) {
      log.note("begin")
    } end: {
      log.note("end")
    }
  }

  @Test("is done while the lease is held, stopped when it is lost, and begun again")
  func turns() async throws {
    let (lease, log) = (ScriptedLease(), Log())
    let keeper = keeper(lease, log)
    keeper.start()
    #expect(log.all.isEmpty && !keeper.isWorking)
    lease.isFree.withLock { $0 = true }
    try await eventually("the work begins") { log.all == ["begin"] && keeper.isWorking }
    lease.isFree.withLock { $0 = false }
    try await eventually("it ends") { log.all == ["begin", "end"] && !keeper.isWorking }
    lease.isFree.withLock { $0 = true }
    try await eventually("it begins again") { log.all == ["begin", "end", "begin"] }
    await keeper.stop()
    #expect(log.all == ["begin", "end", "begin", "end"] && lease.released.withLock(\.self) == 1)
  }

  @Test("a server that never had the lease stops nothing, and gives it back all the same")
  func never() async {
    let (lease, log) = (ScriptedLease(), Log())
    let keeper = keeper(lease, log)
    keeper.start()
    await keeper.stop()
    #expect(log.all.isEmpty && lease.released.withLock(\.self) == 1)
  }

  @Test("a loop that was stopped starts again")
  func loop() async throws {
    let (loop, log) = (BatchLoop(pollSeconds: 1_000), Log())
    @Sendable func batch() -> Int {
      log.note("batch")
      return 0
    }
    loop.start { batch() }
    try await eventually("the first batch") { log.all.count == 1 }
    await loop.stop()
    loop.wake()
    loop.start { batch() }
    try await eventually("a batch after the start") { log.all.count == 2 }
    loop.wake()
    try await eventually("a batch when it is woken") { log.all.count == 3 }
    await loop.stop()
  }
}
