import Domain
import Foundation
import ServerCore

/// One server's way to a store that several share: it is told of its own commits alone, and those
/// of others may be visible before. Used by one thread at a time.
package final class StoreDoor: ServerStore, @unchecked Sendable {
  private struct Listener {
    let hear: @Sendable ([CommitOutcome]) -> Void
  }

  private let inner: SimulatedStore
  private let defect: PlantedDefect?
  private let lock = NSLock()
  private var waiting: [WriteCommand] = []
  /// Committed and not yet told of.
  private var committed: [[CommitOutcome]] = []
  private var listener: Listener?

  package init(to store: SimulatedStore, defect: PlantedDefect? = nil) {
    inner = store
    self.defect = defect
  }

  package func submit(_ command: WriteCommand) { lock.withLock { waiting.append(command) } }
  package var queueDepth: Int { lock.withLock { waiting.count } }
  /// Whether anything is to be committed or told of.
  package var hasWork: Bool { lock.withLock { !waiting.isEmpty || !committed.isEmpty } }

  package func observeCommits(_ observer: @escaping @Sendable ([CommitOutcome]) -> Void) {
    lock.withLock { listener = Listener(hear: observer) }
  }

  /// Commits everything that waits, in one group: all can read it, and nobody has been told.
  package func commit() {
    let group = lock.withLock {
      defer { waiting = [] }
      return waiting
    }
    guard !group.isEmpty else { return }
    inner.observeCommits { [unowned self] outcomes in lock.withLock { committed.append(outcomes) } }
    for command in group { inner.submit(command) }
    inner.drain()
  }

  /// Tells the server of what was committed.
  package func report() {
    while let outcomes = lock.withLock({ committed.isEmpty ? nil : committed.removeFirst() }) {
      lock.withLock { listener }?.hear(defect == .tellsTheRemoved ? outcomes.map(tellingAll) : outcomes)
    }
  }

  private func tellingAll(_ outcome: CommitOutcome) -> CommitOutcome {
    let changes = outcome.changes.map { change -> FeedChange in
      guard case .delta(let delta, _) = change, delta.feed != .me, let everybody = try? inner.accounts() else {
        return change
      }
      return .delta(delta, audience: everybody.map(\.id))
    }
    return CommitOutcome(origin: outcome.origin, result: outcome.result, changes: changes)
  }

  package func drain() {
    commit()
    report()
  }

  /// The process dies: what waits is lost, or committed with nobody left to hear of it.
  package func crash(afterCommit: Bool) {
    if afterCommit { commit() }
    lock.withLock { (listener, waiting, committed) = (nil, [], []) }
  }

  package func close() {}

  package var history: HistoryID { inner.history }
  package func feedRevs(of user: UserID) throws -> [FeedID: Int64] { try inner.feedRevs(of: user) }
  package func feedRevs(of users: [UserID]) throws -> [UserID: [FeedID: Int64]] {
    defect == .hidesFromPolls ? [:] : try inner.feedRevs(of: users)
  }
  package func delta(of feed: FeedID, for asker: UserID, fromRev: Int64) throws -> FeedDelta {
    let delta = try inner.delta(of: feed, for: asker, fromRev: fromRev)
    guard defect == .forgetsGaps, !delta.isReset else { return delta }
    return FeedDelta(feed: feed, fromRev: delta.fromRev, toRev: delta.toRev)
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
