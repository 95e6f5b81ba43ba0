import Domain
import Foundation
import ServerCore
import StoreSQLite

/// The real store behind a door that can lose what has not been committed, as a crash of the server
/// does, and refuse what comes, as a full disk does.
package final class SimulatedStore: ServerStore, @unchecked Sendable {
  private struct CommitListener {
    let hear: @Sendable ([CommitOutcome]) -> Void
  }

  private var inner: SQLiteStore
  private let clock: any WallClock
  private let firstHistory: HistoryID
  /// Where the backup lies, and what is restored from it; made by the first backup.
  private let folder: URL
  private let defect: PlantedDefect?
  private let lock = NSLock()
  private var waiting: [WriteCommand] = []
  private var observer: CommitListener?
  private var outage: Refusal?

  /// What whatever is done to messages is answered with, while the server can take nothing.
  package var refusal: Refusal? {
    get { lock.withLock { outage } }
    set { lock.withLock { outage = newValue } }
  }

  package init(clock: any WallClock, defect: PlantedDefect? = nil) throws {
    self.defect = defect
    self.clock = clock
    inner = try SQLiteStore(path: nil, options: SQLiteStoreOptions(commit: .manual, clock: clock))
    firstHistory = inner.history
    // In memory where there is such a place: a simulation has no use for a disk that keeps it
    // waiting.
    let memory = URL(fileURLWithPath: "/dev/shm")
    let base = FileManager.default.isWritableFile(atPath: memory.path) ? memory : FileManager.default.temporaryDirectory
    folder = base.appendingPathComponent("simulation-\(UUID().uuidString)")
    listen()
  }

  private func listen() {
    inner.observeCommits { [unowned self] outcomes in lock.withLock { observer }?.hear(outcomes) }
  }

  /// Keeps the committed state for `restore`.
  package func backUp() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try inner.backup(to: folder.appendingPathComponent("backup").path)
  }

  /// The server is stopped and the backup put in its place.
  package func restore() throws {
    crash(afterCommit: true)
    let (backup, path) = (folder.appendingPathComponent("backup").path, folder.appendingPathComponent("store").path)
    inner.close()
    try SQLiteStore.restore(from: backup, to: path, clock: clock)
    inner = try SQLiteStore(path: path, options: SQLiteStoreOptions(commit: .manual, clock: clock))
    listen()
  }

  package func submit(_ command: WriteCommand) { lock.withLock { waiting.append(command) } }
  package var queueDepth: Int { lock.withLock { waiting.count } }

  package func observeCommits(_ observer: @escaping @Sendable ([CommitOutcome]) -> Void) {
    lock.withLock { self.observer = CommitListener(hear: observer) }
  }

  /// Commits everything that waits, in one group.
  package func drain() {
    let group = lock.withLock {
      defer { waiting = [] }
      return waiting
    }
    for command in group where !isRefused(command) && !isSwallowed(command) { inner.submit(command) }
    while inner.drain() {}
  }

  private func isRefused(_ command: WriteCommand) -> Bool {
    guard let refusal, case .message = command.body else { return false }
    let answer = defect == .refusesForGood ? Refusal(.invalid, refusal.detail) : refusal
    lock.withLock { observer }?.hear([CommitOutcome(origin: command.origin, result: .failure(answer))])
    return true
  }

  private func isSwallowed(_ command: WriteCommand) -> Bool {
    guard defect == .acksWithoutCommit,
      case .message(.post(let sender, let room, let id, let text, _, _)) = command.body
    else { return false }
    let message = Message(id: id, seq: 1, rev: 1, sender: sender, text: text, createdAt: command.at)
    let answer = FeedDelta(feed: .conversation(room), messages: [message])
    lock.withLock { observer }?.hear([CommitOutcome(origin: command.origin, result: .success(.message(answer)))])
    return true
  }

  /// The process dies: what waits is lost, or committed with nobody left to hear of it.
  package func crash(afterCommit: Bool) {
    lock.withLock { observer = nil }
    if afterCommit { drain() } else { lock.withLock { waiting = [] } }
  }

  package func close() {
    inner.close()
    guard FileManager.default.fileExists(atPath: folder.path) else { return }
    // What cannot be removed lies in a folder for temporary files.
    try? FileManager.default.removeItem(at: folder)
  }

  package var intelligence: any IntelligenceStore { inner }

  package var history: HistoryID { defect == .keepsHistory ? firstHistory : inner.history }
  package func feedRevs(of user: UserID) throws -> [FeedID: Int64] { try inner.feedRevs(of: user) }
  package func delta(of feed: FeedID, for asker: UserID, fromRev: Int64) throws -> FeedDelta {
    var delta = try inner.delta(of: feed, for: asker, fromRev: fromRev)
    if defect == .forgetsWithdrawals { delta.insights.removeAll { $0.status == .withdrawn } }
    if defect == .forgetsInDeltas, !delta.isReset { delta.messages = Array(delta.messages.dropLast()) }
    return delta
  }
  package func page(
    of conversation: ConversationID, for asker: UserID, before: Int64?, after: Int64?, limit: Int
  ) throws -> MessagePage {
    try inner.page(of: conversation, for: asker, before: before, after: after, limit: limit)
  }
  package func page(
    of conversation: ConversationID, for asker: UserID, around message: MessageID, limit: Int
  ) throws -> MessagePage {
    try inner.page(of: conversation, for: asker, around: message, limit: limit)
  }
  package func search(_ query: SearchQuery, for asker: UserID, limit: Int, before: String?) throws -> (
    results: [SearchResult], next: String?
  ) { try inner.search(query, for: asker, limit: limit, before: before) }
  package func conversation(_ conversation: ConversationID, for asker: UserID) throws -> Conversation {
    try inner.conversation(conversation, for: asker)
  }
  package func memberIDs(of conversation: ConversationID, for asker: UserID) throws -> [UserID] {
    try inner.memberIDs(of: conversation, for: asker)
  }
  package func contacts(of user: UserID, limit: Int) throws -> [UserID] { try inner.contacts(of: user, limit: limit) }
  package func profile(_ user: UserID) throws -> Profile { try inner.profile(user) }
  package func user(_ user: UserID) throws -> User { try inner.user(user) }
  package func searchUsers(_ query: String, limit: Int) throws -> [User] {
    try inner.searchUsers(query, limit: limit)
  }
  package func account(email: String) throws -> AccountRecord? { try inner.account(email: email) }
  package func account(_ user: UserID) throws -> AccountRecord? { try inner.account(user) }
  package func accounts() throws -> [AccountRecord] { try inner.accounts() }
  package func account(identity: Identity) throws -> AccountRecord? { try inner.account(identity: identity) }
  package func identities(of user: UserID) throws -> [AccountIdentity] { try inner.identities(of: user) }
  package func sessions(of user: UserID) throws -> [DeviceSession] { try inner.sessions(of: user) }
  package func activeSession(_ session: SessionID) throws -> UserID? { try inner.activeSession(session) }
  package func refreshSession(_ hash: [UInt8]) throws -> SessionID? { try inner.refreshSession(hash) }
  package func passwordReset(_ hash: [UInt8]) throws -> PasswordReset? { try inner.passwordReset(hash) }
  package func emailChange(_ hash: [UInt8]) throws -> EmailChange? { try inner.emailChange(hash) }
  package func lastSeen(of users: [UserID]) throws -> [UserID: Timestamp] { try inner.lastSeen(of: users) }
  package func workspace() throws -> Workspace { try inner.workspace() }
  package func invitation(_ hash: [UInt8]) throws -> Invitation? { try inner.invitation(hash) }
  package func invitations(for asker: UserID?) throws -> [Invitation] { try inner.invitations(for: asker) }
  package func secret(_ name: String) throws -> [UInt8]? { try inner.secret(name) }
  package func upload(_ file: AttachmentID, of asker: UserID) throws -> StoredFile {
    try inner.upload(file, of: asker)
  }
  package func file(_ file: AttachmentID, for asker: UserID) throws -> StoredFile { try inner.file(file, for: asker) }
  package func files(
    of conversation: ConversationID, for asker: UserID, kind: Attachment.Kind?, limit: Int, before: String?
  ) throws -> (files: [SharedFile], next: String?) {
    try inner.files(of: conversation, for: asker, kind: kind, limit: limit, before: before)
  }
  package func fileSpace(of asker: UserID) throws -> FileSpace { try inner.fileSpace(of: asker) }
  package func isInUse(_ digest: FileDigest) throws -> Bool { try inner.isInUse(digest) }
  package func removedFiles(limit: Int) throws -> [FileDigest] { try inner.removedFiles(limit: limit) }
  package func backup(to path: String) throws { try inner.backup(to: path) }
}
