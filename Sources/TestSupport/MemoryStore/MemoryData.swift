import Domain
import ServerCore

/// Everything that a `MemoryStore` keeps. Accounts and conversations are numbered by their places
/// in the lists.
final class MemoryData {
  struct Account {
    var profile: Profile
    var rev: Int64
    var passwordHash: String?
    var isDisabled: Bool
    var isDeleted = false
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
  }

  struct Entry {
    let place: MessagePlace
    var message: Message
    var edits: Set<EditID> = []
    /// `nil` when there is nothing to work on.
    var due: Due?
    var vector: (model: String, bytes: [UInt8])?
    var remote: (model: String, bytes: [UInt8])?
    var signals: StoredSignals?
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
  var numbers: [UserID: Int] = [:]
  var sessions: [SessionID: Session] = [:]
  var tokens: [[UInt8]: Token] = [:]
  var rooms: [LoadedConversation] = []
  var membershipVersions: [Int64] = []
  /// In the order of posting: the first has ordinal 1.
  var entries: [Entry] = []
  var ordinals: [MessageID: Int64] = [:]
  /// Oldest first.
  var insights: [PlacedInsight] = []
  var records: [Record] = []
  var secrets: [String: [UInt8]] = [:]

  init(groupSize: Int, limits: StoreLimits) {
    self.groupSize = groupSize
    self.limits = limits
  }

  func commit(_ command: WriteCommand) -> CommandAnswer {
    do {
      return try perform(command.body, at: command.at)
    } catch {
      return CommandAnswer(refusal: error as? Refusal ?? Refusal(.internal, "\(error)"))
    }
  }

  func account(id user: UserID) -> Account? { numbers[user].map { accounts[$0] } }

  func room(_ id: ConversationID) -> LoadedConversation? { rooms.first { $0.state.id == id } }

  /// Throws `notFound` when there is none, or the asker may not do that in it.
  func room(_ id: ConversationID, _ action: ConversationAction, _ asker: UserID) throws -> LoadedConversation {
    guard let room = room(id) else { throw Refusal.notFound }
    try room.state.authorize(action, asker)
    return room
  }

  /// Those that the user is in now, oldest first.
  func rooms(of user: UserID) -> [LoadedConversation] { rooms.filter { $0.state.presentMember(user) != nil } }

  func room(of entry: Entry) -> ConversationState { rooms[Int(entry.place.conversation)].state }

  func entry(_ id: MessageID) -> Entry? { ordinals[id].map { entries[Int($0) - 1] } }

  func entries(of room: LoadedConversation) -> [Entry] { entries.filter { $0.place.conversation == room.key } }

  func change(_ place: MessagePlace, _ body: (inout Entry) -> Void) { body(&entries[Int(place.ordinal) - 1]) }

  func change(_ account: Int64, _ body: (inout Account) -> Void) { body(&accounts[Int(account)]) }
}
