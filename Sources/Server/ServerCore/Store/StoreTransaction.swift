import Domain

/// What commands need of a database inside one transaction: it loads and saves, and decides
/// nothing.
///
/// `perform` is the way of every command: it loads what the command names, asks `Rules`, and saves
/// what changes. So a database brings these statements and no sequence of its own. Whoever commits
/// applies commands one after the other; a command throws its `Refusal` before anything is saved.
///
/// Accounts and conversations go by the store's own numbers, which rise with their age.
package protocol StoreTransaction: AnyObject {
  var groupSize: Int { get }
  var limits: StoreLimits { get }

  // Conversations
  func loadedConversation(_ id: ConversationID) throws -> LoadedConversation?
  func loadedConversation(key: Int64) throws -> LoadedConversation?
  /// The direct conversation of two accounts.
  func directConversation(of one: Int64, and other: Int64) throws -> LoadedConversation?
  func insert(_ state: ConversationState) throws
  /// Saves members' rows and the membership's version. The state is as it was before.
  func saveRows(of change: ConversationChange, in conversation: LoadedConversation) throws
  /// Whatever of the state changes next is saved by the end of the transaction, except members.
  func markChanged(_ conversation: LoadedConversation)

  // Messages
  func message(_ id: MessageID) throws -> StoredMessage?
  func source(_ id: MessageID) throws -> StoredSource?
  /// `false`, and nothing is stored, when the id is in use. A new message is due for the pipeline
  /// where the intelligence is on, and its attachments, which are stored already, are used by it.
  func insert(_ message: Message, by author: Int64, in conversation: LoadedConversation) throws -> Bool
  /// Saves an edit, or a deletion when `edit` is `nil`, and drops what was derived from the former
  /// text: vectors of models elsewhere, and of a deleted message its own vector and signals too.
  func save(_ change: MessageChange, of message: StoredMessage, edit: EditID?, in conversation: LoadedConversation)
    throws
  func isKnown(_ edit: EditID, at place: MessagePlace) throws -> Bool
  /// `nil` stands for an author who is not known.
  func space(of author: Int64?) -> TextSpace

  // Files
  func file(_ id: AttachmentID) throws -> StoredFile?
  func fileSpace(of account: Int64, at time: Timestamp) throws -> FileSpace
  func insert(_ file: StoredFile) throws
  /// Saves what a file is, and under which digest its bytes are stored. A message that has it is
  /// found by `text`.
  func complete(_ file: StoredFile, text: String?) throws
  /// The file shows somebody from now on.
  func usePhoto(_ id: AttachmentID, of holder: PhotoHolder) throws
  /// Bytes that no file has any more are due to be removed.
  func removeFiles(_ selection: FileSelection) throws
  /// Whether a file has these bytes.
  func isInUse(_ digest: FileDigest) throws -> Bool
  /// These bytes are no longer due to be removed.
  func forget(_ digest: FileDigest) throws

  // Insights and the pipeline
  func insight(_ id: InsightID) throws -> PlacedInsight?
  /// Oldest first.
  func insights(_ selection: InsightSelection, in conversation: LoadedConversation) throws -> [Insight]
  /// Inserts it, or replaces the one with its id.
  func save(_ insight: Insight, in conversation: LoadedConversation) throws
  /// Saves whether the AI is on: then all messages are due, else none is, and their vectors and
  /// signals go.
  func saveIntelligence(_ isOn: Bool, in conversation: LoadedConversation) throws
  /// The message has changed: it is due now, without failures and starts.
  func makeDue(_ place: MessagePlace) throws
  func finish(_ place: MessagePlace) throws
  /// Only what is due is postponed; dead when `retryAt` is `nil`.
  func postpone(_ place: MessagePlace, reason: String, retryAt: Timestamp?) throws
  func start(_ messages: [MessageID]) throws
  func reviveDead() throws
  /// Keeps the vector and signals of the work, or drops those that it has none of.
  func keep(_ work: MessageWork, at place: MessagePlace) throws
  func keep(_ vector: RemoteVector, of model: String, at place: MessagePlace) throws
  /// Ends a command that finished or postponed messages.
  func didWork() throws
  /// Of a conversation that no model has read in, the standard one.
  func passState(of conversation: LoadedConversation) throws -> PassState
  func save(_ state: PassState, of conversation: LoadedConversation) throws

  // Reminders
  func reminder(_ id: ReminderID) throws -> StoredReminder?
  /// Oldest first.
  func reminders(_ selection: ReminderSelection) throws -> [StoredReminder]
  /// Of the account, that wait.
  func waitingReminders(of account: Int64) throws -> Int
  /// Whether the account was ever reminded of the task with that time, over or not.
  func hasReminder(of task: InsightID, dueAt: Timestamp, _ account: Int64) throws -> Bool
  /// Inserts it, or replaces the one with its id, of which no word stays; the account's private
  /// feed comes to its revision.
  func save(_ reminder: Reminder, of account: Int64) throws
  /// Unless the device has one for that reminder and time, or there is no such device.
  func insert(_ push: ReminderPush, of reminder: Reminder, at time: Timestamp) throws

  // Digests
  /// `nil` where the account never wanted one.
  func digestPlan(of account: Int64) throws -> DigestPlan?
  func save(_ plan: DigestPlan, of account: Int64) throws

  // Opinions
  /// One that was taken back has no feedback.
  func opinion(_ id: String, of account: Int64) throws -> Opinion?
  func opinions(_ selection: OpinionSelection) throws -> [StoredOpinion]
  /// The account's private feed comes to its revision.
  func save(_ opinion: Opinion, of account: Int64, _ origin: OpinionOrigin, at time: Timestamp) throws
  /// Keeps the tombstone alone. The account's private feed comes to its revision.
  func remove(_ opinion: Opinion, of account: Int64) throws

  // Priorities
  /// Those that are no tombstones, newest message first.
  func marks(_ selection: MarkSelection) throws -> [StoredMark]
  /// Inserts it, or replaces the one of its message, of which no word stays; the account's private
  /// feed comes to its revision.
  func save(_ mark: PriorityMark, of account: Int64) throws
  /// Forgets the account's whose time is over, tombstones too.
  func forgetMarks(of account: Int64, at time: Timestamp) throws
  func reviewPlan(of account: Int64) throws -> ReviewPlan?
  func save(_ plan: ReviewPlan, of account: Int64) throws

  // Private records
  func hasRecord(_ collection: PrivateRecord.Collection, id: String, of account: Int64) throws -> Bool
  func eraseRecords(_ selection: RecordSelection) throws
  func insert(
    _ record: PrivateRecord, of account: Int64, tokens: Int, sources: [MessagePlace],
    conversations: [LoadedConversation]) throws

  // Accounts
  /// `nil` for unknown and deleted users.
  func account(of user: UserID) throws -> AccountState?
  func isInUse(address: String, id: UserID) throws -> Bool
  func holder(ofAddress email: String) throws -> Int64?
  /// Whether there is another account, of that role if one is named, that is neither disabled nor
  /// deleted.
  func hasActiveAccount(besides account: Int64, role: WorkspaceRole?) throws -> Bool
  func insert(_ profile: Profile, of account: NewAccount) throws
  func save(_ profile: Profile, of account: AccountState) throws
  func savePassword(_ hash: String, of account: Int64) throws
  func hasPassword(_ account: Int64) throws -> Bool
  func saveDisabled(_ isDisabled: Bool, of account: Int64) throws
  /// The account that is linked with it.
  func holder(of identity: Identity) throws -> Int64?
  func identities(of account: Int64) throws -> [AccountIdentity]
  func insert(_ identity: Identity, of account: Int64, at time: Timestamp) throws
  func removeIdentity(of account: Int64, at issuer: String) throws
  /// Leaves nothing of the account but `profile`, and of its settings nothing.
  func erase(_ account: AccountState, leaving profile: Profile, at time: Timestamp) throws
  /// Only rises; of deleted users nothing is kept.
  func touchLastSeen(_ user: UserID, at time: Timestamp) throws
  /// Oldest first.
  func conversations(of account: Int64, includingFormer: Bool) throws -> [LoadedConversation]
  /// How many conversations the account is in now, counted no further than `limit`.
  func conversationCount(of account: Int64, upTo limit: Int) throws -> Int
  /// How many groups of one maker the account is in now.
  func groupCount(of account: Int64, madeBy maker: UserID) throws -> Int
  func settings(of account: Int64, in conversation: LoadedConversation) throws -> ConversationSettings?
  /// The account's private feed comes to their revision.
  func save(_ settings: ConversationSettings, of account: Int64, in conversation: LoadedConversation) throws

  // Workspace
  /// `isNew` says whether there was never an account; `isFixed` is not the store's.
  func workspace() throws -> Workspace
  /// Its name and registration.
  func save(_ workspace: Workspace) throws
  func invitation(_ hash: [UInt8]) throws -> Invitation?
  func invitation(_ id: InvitationID) throws -> Invitation?
  /// How many may be used.
  func livingInvitations(at time: Timestamp) throws -> Int
  func insert(_ invitation: Invitation, hash: [UInt8]) throws
  /// Its uses, and when it ended.
  func save(_ invitation: Invitation) throws
  /// Ends those of the user that have not ended.
  func withdrawInvitations(of user: UserID, at time: Timestamp) throws
  /// The user came by it.
  func saveInvitation(_ id: InvitationID, of user: UserID) throws

  // Retention
  func retention() throws -> Retention
  func save(_ retention: Retention) throws
  func retention(of conversation: LoadedConversation) throws -> RetentionState
  func save(_ state: RetentionState, of conversation: LoadedConversation) throws
  /// Whether a legal hold is on the account.
  func isHeld(_ account: Int64) throws -> Bool
  func saveHold(_ isHeld: Bool, of account: Int64) throws
  /// Oldest first, tombstones too.
  func messages(in conversation: LoadedConversation, after seq: Int64, limit: Int) throws -> [AgingMessage]

  // Features
  func rollouts() throws -> [Feature: FeatureRollout]
  func save(_ rollout: FeatureRollout, of feature: Feature) throws
  /// Of users who are not deleted, oldest first.
  func allAccounts() throws -> [AccountState]
  /// The account asked for the feature. Keeps the time of the first such exposure until it is
  /// another one.
  func saveExposure(of account: Int64, to feature: Feature, isEnabled: Bool, at time: Timestamp) throws

  // Language model
  /// In the place of the one before, of which nothing stays; `nil` leaves none.
  func save(_ connection: StoredModelConnection?) throws

  // Diagnostics
  func crash(_ id: String) throws -> CrashGroup?
  /// Saves all but `people`: the account, if any, is one of them.
  func save(_ crash: CrashGroup, of account: Int64?) throws
  func removeCrash(_ id: String) throws
  /// Removes all but the `count` that were seen last.
  func removeCrashes(keeping count: Int) throws
  /// Under which events of that day and platform count.
  func eventVersions(of platform: CrashPlatform, on day: Int64) throws -> Set<String>
  /// Adds the counts to those of before.
  func add(_ tally: ClientEventTally) throws
  func forgetEvents(before day: Int64) throws

  // Sessions
  /// `nil` when the account has no such session.
  func isOpen(_ session: SessionID, of account: Int64) throws -> Bool?
  func openSessions(of account: Int64) throws -> [SessionID]
  func isInUse(_ session: SessionID, refreshHash: [UInt8]) throws -> Bool
  func insert(_ session: DeviceSession, of account: Int64, expiresAt: Timestamp) throws
  func end(_ session: SessionID, at time: Timestamp) throws
  /// Forgets the account's sessions that ended or expired before.
  func forgetSessions(of account: Int64, before time: Timestamp) throws
  func refreshToken(_ hash: [UInt8], successor: [UInt8]) throws -> RefreshTokenState?
  func insertRefreshToken(_ hash: [UInt8], session: SessionID, parent: [UInt8]?, at time: Timestamp) throws
  /// The token is used, unless it was, its session is seen, and the session's tokens that were used
  /// before `forgetting` go.
  func useRefreshToken(_ hash: [UInt8], session: SessionID, forgetting: Timestamp, at time: Timestamp) throws

  // Mail
  func insert(_ mail: Mail) throws
  /// Changes only what has no outcome yet. Of a finished letter nothing stays but its outcome.
  func save(_ settlement: MailSettlement) throws
  func forgetMails(before limit: Timestamp) throws
  /// In the place of the account's former one.
  func saveReset(_ hash: [UInt8], of account: Int64, expiresAt: Timestamp) throws
  func reset(_ hash: [UInt8]) throws -> PasswordReset?
  func removeReset(of account: Int64) throws
  /// In the place of the account's former one.
  func saveEmailChange(to email: String, _ hash: [UInt8], of account: Int64, expiresAt: Timestamp) throws
  func emailChange(_ hash: [UInt8]) throws -> EmailChange?
  func removeEmailChange(of account: Int64) throws

  // Notifications
  func hasPushDevices() throws -> Bool
  /// Behind all messages.
  func newestPushMark() throws -> PushMark
  func save(_ mark: PushMark) throws
  /// Puts it in the place of the session's device, and of whatever has its address: what these were
  /// to be sent ends as `signedOut`.
  func save(_ device: PushDevice, of session: SessionID, account: Int64, at time: Timestamp) throws
  /// What it was to be sent ends as `signedOut`.
  func removePushDevice(of session: SessionID, at time: Timestamp) throws
  /// Unless the message has one for that device, or there is no such device.
  func insert(_ push: PlannedPush, at time: Timestamp) throws
  /// This and the next change only what has no outcome yet.
  func startPush(_ id: PushAttemptID, at time: Timestamp) throws
  func save(_ settlement: PushSettlement, at time: Timestamp) throws
  /// Whose device it is for, while there is one.
  func sessionOfPush(_ id: PushAttemptID) throws -> SessionID?
  /// Those that were started and have no outcome.
  func interruptPushes(at time: Timestamp) throws
  /// Removes attempts of before `limit`, and devices whose sessions are over.
  func forgetPushes(before limit: Timestamp, at time: Timestamp) throws

  // Audit log
  /// Of the newest entry, or else of the last one that was forgotten.
  func auditHead() throws -> AuditHead
  func insert(_ entry: AuditEntry) throws
  /// Removes the oldest entries, up to the first that is not older, but never the newest one.
  /// Remembers the last of them and answers it; `nil` when there was none.
  func forgetAuditEntries(before limit: Timestamp) throws -> AuditHead?
  /// Of entries by the user, and of those about them.
  func eraseAuditAddresses(of user: UserID) throws

  // Secrets
  func storedSecret(_ name: String) throws -> [UInt8]?
  /// Inserts it, or replaces the one of that name, of which nothing stays.
  func saveSecret(_ value: [UInt8], name: String) throws
  /// Writes something, to see whether that can be done.
  func probe() throws
}

/// A conversation that a writer has at hand, so that posting loads nothing. Confined to the writer.
package final class LoadedConversation {
  package let key: Int64
  package var state: ConversationState
  /// Whether it is still to be written in this transaction.
  package var isDirty = false
  package var lastUse: UInt64 = 0

  package init(key: Int64, state: ConversationState) {
    self.key = key
    self.state = state
  }
}

/// Where a stored message is.
package struct MessagePlace: Hashable, Sendable {
  /// The conversation's number.
  package let conversation: Int64
  package let seq: Int64
  /// Rises with each message that is stored anywhere.
  package let ordinal: Int64

  package init(conversation: Int64, seq: Int64, ordinal: Int64) {
    self.conversation = conversation
    self.seq = seq
    self.ordinal = ordinal
  }
}

/// A message with its former texts.
package struct StoredMessage: Sendable {
  package let place: MessagePlace
  /// The author's account.
  package let author: Int64
  package let message: Message

  package init(place: MessagePlace, author: Int64, message: Message) {
    self.place = place
    self.author = author
    self.message = message
  }
}

/// A message as far as something rests on it.
package struct StoredSource: Sendable {
  package let place: MessagePlace
  package let state: SourceState

  package init(place: MessagePlace, state: SourceState) {
    self.place = place
    self.state = state
  }
}

/// Which insights of a conversation.
package enum InsightSelection: Sendable {
  case citing(MessagePlace)
  /// Found in the message, as their main source, and not withdrawn.
  case previousInsights(MessagePlace)
  /// Found in any message, and not withdrawn.
  case found
}

/// Which private records.
package enum RecordSelection {
  case one(UserID, PrivateRecord.Collection, id: String)
  case all(UserID, PrivateRecord.Collection)
  case of(UserID)
  /// By this time.
  case expired(Timestamp)
  case restingOn(MessagePlace)
  /// Of one user, or of all.
  case about(LoadedConversation, of: UserID?)
}
