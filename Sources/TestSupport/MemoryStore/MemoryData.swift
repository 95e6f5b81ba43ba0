import Domain
import ServerCore

/// Everything that a `MemoryStore` keeps. Accounts and conversations are numbered by their places
/// in the lists, messages from 1.
final class MemoryData {
  struct Account {
    var stored: StoredAccount
    var rev: Int64
    var lastSeen: Timestamp?
    var settings: [ConversationID: ConversationSettings] = [:]
    /// Bytes of their messages.
    var textBytes: Int64 = 0
  }

  struct Session {
    let account: Int64
    var session: DeviceSession
    let expiresAt: Timestamp
    var endedAt: Timestamp?
  }

  struct Token {
    let session: SessionID
    let parent: [UInt8]?
    var usedAt: Timestamp?
  }

  struct Due {
    /// `nil`: dead.
    var at: Timestamp? = Timestamp(milliseconds: 0)
    var failures = 0
    var reason = ""
    var starts = 0
    /// Due again because it was changed, and so before all that only waits.
    var isChange = false
  }

  struct Vector {
    let model: String
    let bytes: [UInt8]
  }

  struct Entry {
    let place: MessagePlace
    let author: Int64
    var message: Message
    var edits: Set<EditID> = []
    /// `nil` when there is nothing to work on.
    var due: Due?
    /// Whether it was worked on or put off before.
    var isPassed = false
    var vector: Vector?
    var remote: Vector?
    var signals: StoredSignals?
  }

  struct File {
    var file: StoredFile
    /// Of the message that has it.
    var place: MessagePlace?
    var holder: PhotoHolder?
    /// What stands in it.
    var text: String?
  }

  struct Record {
    let record: PrivateRecord
    let tokens: Int
    let sources: Set<MessagePlace>
    let conversations: Set<Int64>
  }

  let groupSize: Int
  let limits: StoreLimits
  var accounts: [Account] = []
  var numbers: [UserID: Int64] = [:]
  var sessions: [SessionID: Session] = [:]
  var tokens: [[UInt8]: Token] = [:]
  var rooms: [LoadedConversation] = []
  var membershipVersions: [Int64] = []
  /// In the order of posting.
  var entries: [Entry] = []
  var ordinals: [MessageID: Int64] = [:]
  /// Oldest first.
  var insights: [PlacedInsight] = []
  var records: [Record] = []
  /// Oldest first.
  var savedReminders: [StoredReminder] = []
  var savedOpinions: [OpinionRow] = []
  var savedPlans: [Int64: DigestPlan] = [:]
  /// How far a model has read, by conversation.
  var passes: [Int64: PassState] = [:]
  /// Tombstones too.
  var savedMarks: [StoredMark] = []
  var savedReviews: [Int64: ReviewPlan] = [:]
  var secrets: [String: [UInt8]] = [:]
  var settings = Workspace(registration: .open)
  /// Oldest first.
  var invitations: [(invitation: Invitation, hash: [UInt8])] = []
  var savedCrashes: [String: (group: CrashGroup, people: Set<Int64>)] = [:]
  var tallies: [ClientEventTally] = []
  var savedModel: StoredModelConnection?
  var savedRetention = Retention()
  var retentionStates: [Int64: RetentionState] = [:]
  var heldAccounts: Set<Int64> = []
  var savedRollouts: [Feature: FeatureRollout] = [:]
  var exposures: [Feature: [Int64: (isEnabled: Bool, at: Timestamp)]] = [:]
  var linked: [Identity: (account: Int64, at: Timestamp)] = [:]
  var resets: [Int64: (hash: [UInt8], expiresAt: Timestamp)] = [:]
  var emailChanges: [Int64: (hash: [UInt8], email: String, expiresAt: Timestamp)] = [:]
  /// In the order of writing; those that are finished have their outcome.
  var mails: [(queued: QueuedMail, dueAt: Timestamp?, outcome: MailOutcome?, detail: String?)] = []
  /// Oldest first.
  var devices: [(number: Int64, session: SessionID, user: UserID, device: PushDevice)] = []
  var lastDevice: Int64 = 0
  var pushMark = PushMark(ordinal: 0, device: 0)
  /// In the order of planning.
  var pushes: [PushRow] = []
  var files: [AttachmentID: File] = [:]
  var removedFiles: Set<FileDigest> = []
  /// Oldest first.
  var audit: [AuditEntry] = []
  var auditCheckpoint = AuditHead.start

  init(groupSize: Int, limits: StoreLimits) {
    self.groupSize = groupSize
    self.limits = limits
  }

  func commit(_ command: WriteCommand) -> CommitOutcome {
    do {
      let answer = try perform(command)
      return CommitOutcome(origin: command.origin, result: answer.result, changes: answer.changes)
    } catch {
      let refusal = error as? Refusal ?? Refusal(.internal, "\(error)")
      return CommitOutcome(origin: command.origin, result: .failure(refusal))
    }
  }

  func account(id user: UserID) -> Account? { numbers[user].map { accounts[Int($0)] } }
  func change(_ account: Int64, _ body: (inout Account) -> Void) { body(&accounts[Int(account)]) }

  func room(_ id: ConversationID) -> LoadedConversation? { rooms.first { $0.state.id == id } }
  func room(of entry: Entry) -> ConversationState { rooms[Int(entry.place.conversation)].state }

  /// Those that the user is in now, oldest first.
  func rooms(of user: UserID) -> [LoadedConversation] { rooms.filter { $0.state.presentMember(user) != nil } }

  /// Throws `notFound` when there is none.
  func known(_ id: ConversationID) throws(Refusal) -> LoadedConversation {
    guard let room = room(id) else { throw Refusal.notFound }
    return room
  }

  /// Throws `notFound` when there is none, or what the asker is refused for.
  func room(_ id: ConversationID, _ action: ConversationAction, _ asker: UserID) throws(Refusal) -> LoadedConversation {
    let room = try known(id)
    try room.state.authorize(action, asker)
    return room
  }

  func entry(_ id: MessageID) -> Entry? { ordinals[id].map { entries[Int($0) - 1] } }
  func entry(at place: MessagePlace) -> Entry { entries[Int(place.ordinal) - 1] }
  func entries(of room: LoadedConversation) -> [Entry] { entries.filter { $0.place.conversation == room.key } }
  func insights(of room: ConversationState) -> [Insight] {
    insights.filter { $0.conversation == room.id }.map(\.insight)
  }

  /// What the asker may read, without tombstones, newest first.
  func visible(to asker: UserID) -> [Entry] {
    entries.reversed().filter { !$0.message.isDeleted && room(of: $0).presentMember(asker) != nil }
  }

  func change(_ place: MessagePlace, _ body: (inout Entry) -> Void) { body(&entries[Int(place.ordinal) - 1]) }
}
