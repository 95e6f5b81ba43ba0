import Domain
import Foundation
import ServerCore
import StoreSQLite

/// The real store in memory, committed by hand, into whose reads a test can break with something
/// that happens right after them.
final class HookedStore: ServerStore, @unchecked Sendable {
  enum Read: Hashable {
    case activeSession, feedRevs, delta, page, memberIDs
  }

  let inner: SQLiteStore
  private let lock = NSLock()
  private var hooks: [Read: () throws -> Void] = [:]
  private var fails = false

  init(clock: any WallClock) throws {
    inner = try SQLiteStore(path: nil, options: SQLiteStoreOptions(commit: .manual, clock: clock))
  }

  /// Runs `body` once, after the next such read has seen the store and before its reader has the
  /// answer.
  func after(_ read: Read, _ body: @escaping () throws -> Void) {
    lock.withLock { hooks[read] = body }
  }

  /// From now on every read of feeds fails.
  func breakReads() {
    lock.withLock { fails = true }
  }

  private func hooked<Value>(_ read: Read, _ value: Value) throws -> Value {
    let (hook, fails) = lock.withLock { (hooks.removeValue(forKey: read), self.fails) }
    try hook?()
    if fails { throw Refusal(.internal, "The disk is gone.") }
    return value
  }

  func submit(_ command: WriteCommand) { inner.submit(command) }
  var queueDepth: Int { inner.queueDepth }
  func observeCommits(_ observer: @escaping @Sendable ([CommitOutcome]) -> Void) { inner.observeCommits(observer) }
  func close() { inner.close() }

  var history: HistoryID { inner.history }
  func feedRevs(of user: UserID) throws -> [FeedID: Int64] { try hooked(.feedRevs, inner.feedRevs(of: user)) }
  func delta(of feed: FeedID, for asker: UserID, fromRev: Int64) throws -> FeedDelta {
    try hooked(.delta, inner.delta(of: feed, for: asker, fromRev: fromRev))
  }
  func page(
    of conversation: ConversationID, for asker: UserID, before: Int64?, after: Int64?, limit: Int
  ) throws -> MessagePage {
    try hooked(.page, inner.page(of: conversation, for: asker, before: before, after: after, limit: limit))
  }
  func page(
    of conversation: ConversationID, for asker: UserID, around message: MessageID, limit: Int
  ) throws -> MessagePage {
    try hooked(.page, inner.page(of: conversation, for: asker, around: message, limit: limit))
  }
  func search(_ query: SearchQuery, for asker: UserID, limit: Int, before: String?) throws -> (
    results: [SearchResult], next: String?
  ) { try inner.search(query, for: asker, limit: limit, before: before) }
  func conversation(_ conversation: ConversationID, for asker: UserID) throws -> Conversation {
    try inner.conversation(conversation, for: asker)
  }
  func memberIDs(of conversation: ConversationID, for asker: UserID) throws -> [UserID] {
    try hooked(.memberIDs, inner.memberIDs(of: conversation, for: asker))
  }
  func contacts(of user: UserID, limit: Int) throws -> [UserID] { try inner.contacts(of: user, limit: limit) }
  func profile(_ user: UserID) throws -> Profile { try inner.profile(user) }
  func user(_ user: UserID) throws -> User { try inner.user(user) }
  func searchUsers(_ query: String, limit: Int) throws -> [User] { try inner.searchUsers(query, limit: limit) }
  func account(email: String) throws -> AccountRecord? { try inner.account(email: email) }
  func account(_ user: UserID) throws -> AccountRecord? { try inner.account(user) }
  func accounts() throws -> [AccountRecord] { try inner.accounts() }
  func account(identity: Identity) throws -> AccountRecord? { try inner.account(identity: identity) }
  func identities(of user: UserID) throws -> [AccountIdentity] { try inner.identities(of: user) }
  func sessions(of user: UserID) throws -> [DeviceSession] { try inner.sessions(of: user) }
  func activeSession(_ session: SessionID) throws -> UserID? {
    try hooked(.activeSession, inner.activeSession(session))
  }
  func refreshSession(_ hash: [UInt8]) throws -> SessionID? { try inner.refreshSession(hash) }
  func passwordReset(_ hash: [UInt8]) throws -> PasswordReset? { try inner.passwordReset(hash) }
  func emailChange(_ hash: [UInt8]) throws -> EmailChange? { try inner.emailChange(hash) }
  func lastSeen(of users: [UserID]) throws -> [UserID: Timestamp] { try inner.lastSeen(of: users) }
  func workspace() throws -> Workspace { try inner.workspace() }
  func invitation(_ hash: [UInt8]) throws -> Invitation? { try inner.invitation(hash) }
  func invitations(for asker: UserID?) throws -> [Invitation] { try inner.invitations(for: asker) }
  func secret(_ name: String) throws -> [UInt8]? { try inner.secret(name) }
  func upload(_ file: AttachmentID, of asker: UserID) throws -> StoredFile {
    try inner.upload(file, of: asker)
  }
  func file(_ file: AttachmentID, for asker: UserID) throws -> StoredFile { try inner.file(file, for: asker) }
  func files(
    of conversation: ConversationID, for asker: UserID, kind: Attachment.Kind?, limit: Int, before: String?
  ) throws -> (files: [SharedFile], next: String?) {
    try inner.files(of: conversation, for: asker, kind: kind, limit: limit, before: before)
  }
  func fileSpace(of asker: UserID) throws -> FileSpace { try inner.fileSpace(of: asker) }
  func isInUse(_ digest: FileDigest) throws -> Bool { try inner.isInUse(digest) }
  func removedFiles(limit: Int) throws -> [FileDigest] { try inner.removedFiles(limit: limit) }
  func backup(to path: String) throws { try inner.backup(to: path) }
}
