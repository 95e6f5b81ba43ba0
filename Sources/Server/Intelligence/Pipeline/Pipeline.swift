import Domain
import Foundation
import ServerCore
import Synchronization

/// Works on every message once after it is committed, edited or deleted, in the background, however
/// often the server is stopped in between.
///
/// What is due stands in the store: a message comes off the list in the same transaction that keeps
/// what was made of it. That work begins is written before it does: a message that ends the process
/// each time is given up after a few starts, and keeps no other from being worked on. The work runs
/// on threads of its own and of low priority, in small batches with rests, and waits while the chat
/// has much to commit. No provider is asked.
package final class Pipeline: Sendable {
  /// Makes something of each message; a failure concerns its message only.
  package typealias Work = @Sendable ([DueMessage]) -> [Result<MessageWork, any Error>]

  /// Seconds to the next try after the first, second, ... failure; a message that fails once more
  /// is dead.
  package static let delays: [Int64] = [1, 10, 60, 600, 3_600]

  private struct Listener: Sendable {
    let hear: @Sendable ([DueMessage]) async -> Void
  }

  package let metrics = PipelineMetrics()
  private let reader: IntelligenceReader
  private let commands: any CommandPerformer
  private let prepare: @Sendable () -> Void
  private let work: Work
  private let configuration: IntelligenceConfiguration
  private let clock: any WallClock
  private let monotonicNow: @Sendable () -> UInt64
  private let queueDepth: @Sendable () -> Int
  private let isStopped: @Sendable () throws -> Bool
  private let listeners = Mutex<[Listener]>([])
  private let loop: BatchLoop
  /// When what waits was last counted, and how long that took, in nanoseconds.
  private let counted = Mutex<(at: UInt64, cost: UInt64)?>(nil)
  /// Begun by this process and not finished yet, each with the revision that was begun.
  private let begun = Mutex<[MessageID: Int64]>([:])

  /// `reader` must run its work on threads that the chat does not use. `queueDepth` tells how much
  /// the chat is waiting for the disk. While `isStopped`, which is asked where `reader` reads, what
  /// is due waits. `prepare` is called before work on anything begins, on the threads of the work:
  /// what it takes is no message's fault.
  package init(
    reader: IntelligenceReader, commands: any CommandPerformer, configuration: IntelligenceConfiguration,
    clock: any WallClock, monotonicNow: @escaping @Sendable () -> UInt64,
    queueDepth: @escaping @Sendable () -> Int, isStopped: @escaping @Sendable () throws -> Bool = { false },
    prepare: @escaping @Sendable () -> Void = {}, work: @escaping Work
  ) {
    self.reader = reader
    self.commands = commands
    self.configuration = configuration
    loop = BatchLoop(pollSeconds: configuration.pipelinePollSeconds)
    self.clock = clock
    self.monotonicNow = monotonicNow
    self.queueDepth = queueDepth
    self.isStopped = isStopped
    self.prepare = prepare
    self.work = work
  }

  /// Called after each batch, with the messages whose work is on disk.
  package func observe(_ listener: @escaping @Sendable ([DueMessage]) async -> Void) {
    listeners.withLock { $0.append(Listener(hear: listener)) }
  }

  /// Something may be due. Costs next to nothing; call it after every commit.
  package func wake() {
    loop.wake()
  }

  /// Works from now on, until `stop`. Does nothing when the AI is off.
  package func start() {
    guard configuration.isOn else { return }
    loop.start { [self] in await runBatch() }
  }

  /// Returns when nothing more is written. What was not finished is due at the next start.
  package func stop() async {
    await loop.stop()
  }

  /// Works on one batch of what is due now. The number of messages that left the list or were put
  /// off; 0 when there is nothing to do now.
  @discardableResult
  package func runBatch() async -> Int {
    guard await waitForQuiet() else { return 0 }
    do throws(Refusal) {
      let start = monotonicNow()
      let due = try await takeDue()
      guard !due.isEmpty else {
        if metrics.counts.progress.due > 0 { _ = try await progress() }
        return 0
      }
      if let hopeless = due.first, due.count == 1, hopeless.starts >= configuration.pipelineStarts,
        !isBegun(hopeless)
      {
        return await giveUp(hopeless)
      }
      let batch = try await makeBatch(of: due)
      let handled = await settle(batch, since: start)
      // What could not be committed was not cut off: it stays known as begun here.
      if handled > 0 { begun.withLock { begun in for item in batch { begun[item.due.message.id] = nil } } }
      try await note(batch)
      await rest(nanoseconds: monotonicNow() &- start)
      return handled
    } catch {
      // A store that cannot be read now: the next look finds what is due again.
      return 0
    }
  }

  private struct Item: Sendable {
    var due: DueMessage
    var result: Result<MessageWork, any Error>
  }

  private func isBegun(_ due: DueMessage) -> Bool {
    begun.withLock { $0[due.message.id] == due.message.rev }
  }

  /// What is to be worked on next. A message at which a process has ended before comes alone:
  /// should it end this one too, it is the only suspect.
  private func takeDue() async throws(Refusal) -> [DueMessage] {
    let now = clock.now
    let limit = configuration.pipelineBatch
    let due = try await reader.read { [isStopped] store in
      try isStopped() ? [] : store.dueMessages(at: now, limit: limit)
    }
    guard let first = due.first else { return [] }
    func isSuspect(_ item: DueMessage) -> Bool { item.starts > 0 && !isBegun(item) }
    if isSuspect(first) { return [first] }
    return Array(due.prefix { !isSuspect($0) })
  }

  private func giveUp(_ due: DueMessage) async -> Int {
    let reason = "the server stopped \(due.starts) times while it worked on this"
    let command = PipelineCommand.postpone(
      due.message.id, conversation: due.conversation, reason: reason, retryAt: nil)
    do throws(Refusal) {
      _ = try await commands.perform(.intelligence(.pipeline(command)))
      metrics.recordFailure(isDead: true)
      return 1
    } catch {
      return 0
    }
  }

  private func makeBatch(of due: [DueMessage]) async throws(Refusal) -> [Item] {
    let fresh = due.filter { !isBegun($0) }
    if !fresh.isEmpty {
      try await reader.compute { [prepare] in prepare() }
      _ = try await commands.perform(.intelligence(.pipeline(.start(fresh.map(\.message.id)))))
      begun.withLock { begun in for item in fresh { begun[item.message.id] = item.message.rev } }
    }
    let patience = UInt64(configuration.pipelineBatchMilliseconds) * 1_000_000
    return try await reader.compute { [work, monotonicNow] in
      let start = monotonicNow()
      var items: [Item] = []
      var rest = due[...]
      // Few at a time, so that a batch of long messages ends in time.
      while !rest.isEmpty, monotonicNow() &- start < patience {
        let few = Array(rest.prefix(4))
        rest = rest.dropFirst(4)
        items += zip(few, work(few)).map { Item(due: $0, result: $1) }
      }
      return items
    }
  }

  /// Commits a batch; what cannot be committed together is committed one by one, so that one
  /// message never holds up another.
  private func settle(_ batch: [Item], since start: UInt64) async -> Int {
    let works = batch.compactMap { item in if case .success(let work) = item.result { work } else { nil } }
    var handled = 0
    if !works.isEmpty {
      switch await record(works) {
      case nil: handled += works.count
      case let refusal? where refusal.isAboutLoad: return 0
      case .some: handled += await settleOneByOne(batch)
      }
    }
    metrics.recordBatch(processed: handled, milliseconds: Double(monotonicNow() &- start) / 1e6)
    for item in batch {
      if case .failure(let error) = item.result { handled += await postpone(item.due, because: error) }
    }
    return handled
  }

  private func settleOneByOne(_ batch: [Item]) async -> Int {
    var handled = 0
    for item in batch {
      guard case .success(let work) = item.result else { continue }
      if let refusal = await record([work]) {
        handled += await postpone(item.due, because: refusal)
      } else {
        handled += 1
      }
    }
    return handled
  }

  private func record(_ works: [MessageWork]) async -> Refusal? {
    do throws(Refusal) {
      _ = try await commands.perform(.intelligence(.pipeline(.record(works))))
      return nil
    } catch {
      return error
    }
  }

  /// 1 when it was put off, 0 when even that could not be written.
  private func postpone(_ due: DueMessage, because error: any Error) async -> Int {
    let delay = Self.delays.indices.contains(due.failures) ? Self.delays[due.failures] : nil
    let command = PipelineCommand.postpone(
      due.message.id, conversation: due.conversation, reason: Self.reason(error),
      retryAt: delay.map { clock.now.adding(seconds: $0) })
    do throws(Refusal) {
      _ = try await commands.perform(.intelligence(.pipeline(command)))
      metrics.recordFailure(isDead: delay == nil)
      return 1
    } catch {
      return 0
    }
  }

  /// Says what kind of thing went wrong, and never holds message text.
  private static func reason(_ error: any Error) -> String {
    if let refusal = error as? Refusal { return "\(refusal.code.rawValue): \(refusal.detail)" }
    return "\(type(of: error))"
  }

  private func note(_ batch: [Item]) async throws(Refusal) {
    let worked = batch.filter { item in if case .success = item.result { true } else { false } }.map(\.due)
    for listener in listeners.withLock({ $0 }) { await listener.hear(worked) }
    _ = try await progress()
  }

  /// What waits now. Counting a long backlog takes long: it is counted anew after a hundred times
  /// as long, and until then less by what was worked on meanwhile.
  package func progress() async throws(Refusal) -> PipelineProgress {
    let start = monotonicNow()
    let isRecent = counted.withLock { last in
      guard let last, metrics.counts.progress.due >= configuration.pipelineLongBacklog else { return false }
      return start &- last.at < last.cost * 100
    }
    if isRecent { return metrics.counts.progress }
    let progress = try await reader.read { try $0.pipelineProgress() }
    let end = monotonicNow()
    counted.withLock { $0 = (end, end &- start) }
    metrics.set(progress)
    return progress
  }

  /// `false` when told to stop.
  private func waitForQuiet() async -> Bool {
    while queueDepth() > configuration.pipelineQueueDepth {
      do { try await Task.sleep(for: .milliseconds(50)) } catch { return false }
    }
    return true
  }

  private func rest(nanoseconds: UInt64) async {
    let pause = Double(nanoseconds) * configuration.pipelineRest
    // Told to stop: no rest is needed.
    guard pause >= 1_000_000, !Task.isCancelled else { return }
    do { try await Task.sleep(for: .nanoseconds(Int64(pause))) } catch { return }
  }
}

extension Refusal {
  /// Not about what was to be committed, but about when.
  fileprivate var isAboutLoad: Bool { code == .overloaded }
}
