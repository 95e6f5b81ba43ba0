import Domain

/// What the server needs of a database. One contract suite (`StoreContract` in TestSupport) says
/// what an implementation must do.
///
/// **Writes** go through one queue: `submit` never blocks and never throws; whatever waits is
/// committed together (group commit), durably, in the order of submission, and then reported once
/// to the commit observer, in the same order. A command that is refused changes nothing and does
/// not disturb its neighbours. What a command may do and changes is decided by `Rules`, inside the
/// transaction: a store loads the state that the command names and saves the change. Conversations'
/// `seq` and `rev` rise without gaps.
///
/// **Reads** are synchronous, may run on any thread at once with writes, see only committed data,
/// and filter by the asker inside the query: what the asker may not see throws `Refusal.notFound`,
/// like what does not exist. Any other failure throws `internal`.
package protocol ServerStore: Sendable {
  func submit(_ command: WriteCommand)
  /// Commands submitted and not yet reported; the overload check reads it.
  var queueDepth: Int { get }
  /// Called on the store's own thread with one group's outcomes after the group is on disk. Set
  /// once, before the first `submit`.
  func observeCommits(_ observer: @escaping @Sendable ([CommitOutcome]) -> Void)
  /// Commits what waits, reports it, and refuses later commands with `overloaded`. Returns when all
  /// is on disk.
  func close()

  // Feeds
  /// Of which history all revisions are. The same for as long as the store is open.
  var history: HistoryID { get }
  /// Current rev of the user's private feed and of every conversation that the user is a member of
  /// now.
  func feedRevs(of user: UserID) throws -> [FeedID: Int64]
  /// The same of several users; those that do not exist are left out.
  func feedRevs(of users: [UserID]) throws -> [UserID: [FeedID: Int64]]
  /// Rows changed after `fromRev`; a window with `isReset` when `fromRev` is 0, is ahead of the
  /// feed, or the delta would exceed `Limits.maximumDeltaRows` rows or 1 MiB of text.
  func delta(of feed: FeedID, for asker: UserID, fromRev: Int64) throws -> FeedDelta
  /// History before or after a seq (exactly one is given), oldest first, at most `limit`.
  func page(
    of conversation: ConversationID, for asker: UserID, before: Int64?, after: Int64?, limit: Int
  ) throws -> MessagePage
  /// History around a message, oldest first, at most `limit`, with about as many before it as after
  /// it; `hasMore` says whether newer ones follow. Throws `notFound` when the conversation has no
  /// such message.
  func page(
    of conversation: ConversationID, for asker: UserID, around message: MessageID, limit: Int
  ) throws -> MessagePage
  /// Newest first. `before` is the opaque `next` of an earlier answer.
  func search(_ query: SearchQuery, for asker: UserID, limit: Int, before: String?) throws -> (
    results: [SearchResult], next: String?
  )
  func conversation(_ conversation: ConversationID, for asker: UserID) throws -> Conversation
  /// Present members, for typing frames. `notFound` unless the asker is one.
  func memberIDs(of conversation: ConversationID, for asker: UserID) throws -> [UserID]
  /// Everyone who shares a conversation with the user, without the user; at most `limit`.
  func contacts(of user: UserID, limit: Int) throws -> [UserID]

  // People and accounts
  func profile(_ user: UserID) throws -> Profile
  func user(_ user: UserID) throws -> User
  func searchUsers(_ query: String, limit: Int) throws -> [User]
  func account(email: String) throws -> AccountRecord?
  func account(_ user: UserID) throws -> AccountRecord?
  /// The account that is linked with the identity.
  func account(identity: Identity) throws -> AccountRecord?
  func identities(of user: UserID) throws -> [AccountIdentity]
  func accounts() throws -> [AccountRecord]
  /// Sessions that have not ended, newest first.
  func sessions(of user: UserID) throws -> [DeviceSession]
  /// `nil` when it has ended or never was; then its access tokens are worthless.
  func activeSession(_ session: SessionID) throws -> UserID?
  /// Those of the sessions for which `activeSession` names somebody.
  func activeSessions(among sessions: [SessionID]) throws -> Set<SessionID>
  /// The session that a refresh token, given by its hash, is or was for; `nil` for one that is not
  /// known.
  func refreshSession(_ hash: [UInt8]) throws -> SessionID?
  /// By the hash of its token.
  func passwordReset(_ hash: [UInt8]) throws -> PasswordReset?
  /// By the hash of its token.
  func emailChange(_ hash: [UInt8]) throws -> EmailChange?
  /// When the user was last seen, of those that are known.
  func lastSeen(of users: [UserID]) throws -> [UserID: Timestamp]
  /// A named secret such as the signing key; `nil` when not yet made.
  func secret(_ name: String) throws -> [UInt8]?

  // Workspace
  /// Without `isFixed`, which is not the store's.
  func workspace() throws -> Workspace
  func invitation(_ hash: [UInt8]) throws -> Invitation?
  /// All of them, newest first, each with those of its conversations that the asker is in. Throws
  /// `forbidden` unless the asker is an admin of the workspace; `nil` is the command line.
  func invitations(for asker: UserID?) throws -> [Invitation]

  // Files
  /// `notFound` unless the asker has begun to upload it.
  func upload(_ file: AttachmentID, of asker: UserID) throws -> StoredFile
  /// A complete file that the asker may read: their own, or one of a message in a conversation that
  /// they are in. Else `notFound`.
  func file(_ file: AttachmentID, for asker: UserID) throws -> StoredFile
  /// Files of the conversation's messages, newest first, those of `kind` where it is given; at most
  /// `limit`. `before` is the opaque `next` of an earlier answer.
  func files(
    of conversation: ConversationID, for asker: UserID, kind: Attachment.Kind?, limit: Int, before: String?
  ) throws -> (files: [SharedFile], next: String?)
  func fileSpace(of asker: UserID) throws -> FileSpace
  /// Whether a file has these bytes.
  func isInUse(_ digest: FileDigest) throws -> Bool
  /// Bytes that are due to be removed, at most `limit`.
  func removedFiles(limit: Int) throws -> [FileDigest]

  /// A consistent copy while the server runs.
  func backup(to path: String) throws
}

/// For stores to which a read more is nothing: those that no other server shares.
extension ServerStore {
  package func feedRevs(of users: [UserID]) throws -> [UserID: [FeedID: Int64]] {
    var revs: [UserID: [FeedID: Int64]] = [:]
    for user in users {
      do {
        revs[user] = try feedRevs(of: user)
      } catch let refusal as Refusal where refusal.code == .notFound {
        continue
      }
    }
    return revs
  }

  package func activeSessions(among sessions: [SessionID]) throws -> Set<SessionID> {
    Set(try sessions.filter { try activeSession($0) != nil })
  }
}
