import Domain
import Synchronization

/// Gives people what the server has of them. docs/export.md says what that is.
package final class ExportService: Sendable {
  /// Exports that one person may begin.
  package static let perUser = RateLimit(burst: 5, perSecond: 5.0 / 3_600)
  /// Exports at once: each holds a thread for reading now and then.
  private static let atOnce = 4

  private let accounts: AccountService
  private let store: any WorkspaceStore
  private let files: FileService?
  private let limiter: RateLimiter<UserID>
  private let running = Mutex<Set<UserID>>([])

  package init(accounts: AccountService, store: any WorkspaceStore, files: FileService?, hasLimits: Bool) {
    self.accounts = accounts
    self.store = store
    self.files = files
    limiter = RateLimiter(hasLimits ? Self.perUser : nil)
  }

  /// An export that may be written, once: it is in the audit log. Throws as for deleting the
  /// account where the asker is not known to be its owner, `conflict` while another one of theirs
  /// is written, and `overloaded` while too many are.
  package func begin(
    for asker: AuthenticatedSession, password: String, by actor: AuditActor
  ) async throws(Refusal) -> AccountExport {
    try await accounts.confirm(asker, password: password)
    try limiter.take(asker.user, now: accounts.clock.now)
    try check(asker.user, running.withLock { $0 })
    try await accounts.audit.record(.exported, by: actor)
    return AccountExport(
      asker: asker, reader: accounts.reader, store: store, files: files, clock: accounts.clock)
  }

  /// Writes it page by page. Whatever is thrown, nothing is left on the server.
  package func run(_ export: AccountExport, to sink: some ExportSink) async throws {
    let user = export.asker.user
    let others = running.withLock { running in
      defer { if running.count < Self.atOnce { running.insert(user) } }
      return running
    }
    try check(user, others)
    defer { _ = running.withLock { $0.remove(user) } }
    try await export.write(to: sink)
  }

  private func check(_ user: UserID, _ running: Set<UserID>) throws(Refusal) {
    if running.contains(user) { throw Refusal(.conflict, "An export of this account is being written already.") }
    guard running.count < Self.atOnce else {
      throw Refusal(.overloaded, "Too many exports are being written.", retryAfter: 60)
    }
  }
}
