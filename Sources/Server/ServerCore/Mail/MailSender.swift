import Domain
import Synchronization
import WireProtocol

/// Sends the letters that wait, one after the other. One that was being sent when the server ended
/// is sent again, under the same id.
package final class MailSender: Sendable {
  private static let batch = 20
  private static let interval: Int64 = 3_600
  private static let retryDelay: Int64 = 60

  package let gateway: any MailGateway
  private let store: any WorkspaceStore
  private let work: any WorkExecutor
  private let commands: CommandGateway
  private let clock: any WallClock
  private let report: @Sendable (String) -> Void
  private let loop = BatchLoop(pollSeconds: 1)
  private let recurrence = Mutex(Recurrence(interval: interval, retryDelay: retryDelay))

  /// `report` is told why a letter could not be sent.
  package init(
    store: any WorkspaceStore, context: ServerContext, gateway: any MailGateway,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.store = store
    self.gateway = gateway
    self.report = report
    work = context.work
    commands = context.gateway
    clock = context.clock
  }

  /// Sends from now on, until `stop`. Does nothing without a mail server.
  package func start() {
    guard gateway.isConfigured else { return }
    loop.start { [self] in await sendBatch() }
  }

  /// Returns when nothing more is sent.
  package func stop() async { await loop.stop() }

  /// Forgets what is old; to be called now and then, more often than once an hour.
  package func flush() {
    let now = clock.now
    guard recurrence.withLock({ $0.take(now) }) else { return }
    commands.submit(
      .mail(.forget(before: now.adding(seconds: -Rules.Mails.memory))),
      origin: .callback { [self] result in
        guard case .failure = result else { return }
        recurrence.withLock { $0.fail(at: now) }
      })
  }

  /// What became of the letters that are remembered.
  package func outcomes() async throws(Refusal) -> MailOutcomes {
    let since = clock.now.adding(seconds: -Rules.Mails.memory)
    let tallies = try await read { try $0.mailTallies(since: since) }
    return MailOutcomes(
      outcomes: tallies.map {
        MailOutcomeCount(outcome: $0.outcome?.rawValue ?? "waiting", count: $0.count, detail: $0.detail)
      })
  }

  private func sendBatch() async -> Int {
    do throws(Refusal) {
      let now = clock.now
      let due = try await read { try $0.dueMails(at: now, limit: Self.batch) }
      for queued in due {
        let reply = await gateway.send(queued.mail)
        let settlement = Rules.Mails.settle(queued.mail.id, reply, failures: queued.failures, at: clock.now)
        if let detail = settlement.detail { report(detail) }
        _ = try await commands.perform(.mail(.settle([settlement])))
        if Task.isCancelled { return 0 }
      }
      return due.count
    } catch {
      // What could not be read or stored now is due at the next look.
      return 0
    }
  }

  private func read<Value: Sendable>(
    _ body: @escaping @Sendable (any WorkspaceStore) throws -> Value
  ) async throws(Refusal) -> Value {
    try await work.reading { [store] in try body(store) }
  }
}
