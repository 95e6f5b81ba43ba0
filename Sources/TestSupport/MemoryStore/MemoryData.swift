import Domain
import ServerCore

/// Everything that a `MemoryStore` keeps.
struct MemoryData {
  struct Account {
    let number: Int64
    var profile: Profile
    var rev: Int64
    var passwordHash: String?
    var isDisabled: Bool
    var isDeleted = false
    var lastSeen: Timestamp?
    var settings: [ConversationID: ConversationSettings] = [:]
    /// Bytes of their messages.
    var textBytes: Int64 = 0

    var state: AccountState { AccountState(number: number, profile: profile, rev: rev, isDisabled: isDisabled) }
    var user: User {
      User(
        id: profile.id, name: profile.name, email: profile.email, photo: profile.photo, timeZone: profile.timeZone)
    }
    var record: AccountRecord {
      AccountRecord(
        id: profile.id, email: profile.email, name: profile.name, passwordHash: passwordHash,
        workspaceRole: profile.workspaceRole, isDisabled: isDisabled, createdAt: profile.createdAt)
    }
  }

  struct Session {
    let user: UserID
    var session: DeviceSession
    let expiresAt: Timestamp
    var endedAt: Timestamp?
  }

  struct Token {
    let session: SessionID
    let parent: [UInt8]?
    var usedAt: Timestamp?
  }

  struct Room {
    var state: ConversationState
    var membershipVersion: Int64
    /// Ordinals of its messages, by seq.
    var ordinals: [Int] = []
  }

  struct Due {
    /// `nil`: dead.
    var at: Timestamp? = Timestamp(milliseconds: 0)
    var failures = 0
    var reason = ""
    var starts = 0
  }

  struct Entry {
    let conversation: ConversationID
    var message: Message
    var editIDs: Set<EditID> = []
    /// `nil` when there is nothing to work on.
    var due: Due?
    var vector: (model: String, bytes: [UInt8])?
    var remote: (model: String, bytes: [UInt8])?
    var signals: StoredSignals?
  }

  struct Record {
    let record: PrivateRecord
    /// With those of its sources.
    let conversations: Set<ConversationID>
    let tokens: Int
  }

  let groupSize: Int
  let limits: StoreLimits
  var accounts: [UserID: Account] = [:]
  var sessions: [SessionID: Session] = [:]
  var tokens: [[UInt8]: Token] = [:]
  var rooms: [ConversationID: Room] = [:]
  /// Oldest first.
  var roomOrder: [ConversationID] = []
  /// In the order of posting; ordinal 0 is nobody's, so that an ordinal is a place in a search.
  var messages: [Entry] = []
  var ordinals: [MessageID: Int] = [:]
  /// Oldest first.
  var insights: [PlacedInsight] = []
  var records: [Record] = []
  var secrets: [String: [UInt8]] = [:]

  init(groupSize: Int, limits: StoreLimits) {
    self.groupSize = groupSize
    self.limits = limits
  }
}

extension MemoryData {
  var accountsByAge: [Account] { accounts.values.sorted { $0.number < $1.number } }

  func account(_ user: UserID) throws -> Account {
    guard let account = accounts[user], !account.isDeleted else { throw Refusal.notFound }
    return account
  }

  func room(_ id: ConversationID) throws -> Room {
    guard let room = rooms[id] else { throw Refusal.notFound }
    return room
  }

  func room(_ id: ConversationID, _ action: ConversationAction, _ asker: UserID) throws -> Room {
    let room = try room(id)
    try room.state.authorize(action, asker)
    return room
  }

  /// Those that the user is in now, oldest first.
  func rooms(of user: UserID) -> [Room] {
    roomOrder.compactMap { rooms[$0] }.filter { $0.state.presentMember(user) != nil }
  }

  func message(_ id: MessageID, in conversation: ConversationID) -> Entry? {
    ordinals[id].map { messages[$0] }.flatMap { $0.conversation == conversation ? $0 : nil }
  }

  func messages(of room: Room) -> [Message] { room.ordinals.map { messages[$0].message } }

  func insights(of conversation: ConversationID) -> [Insight] {
    insights.filter { $0.conversation == conversation }.map(\.insight)
  }

  // MARK: Feeds

  func privateDelta(of user: UserID, fromRev: Int64) throws -> FeedDelta {
    let account = try account(user)
    let settings = account.settings.values.sorted { $0.rev < $1.rev }
    let delta = FeedDelta(
      feed: .me, fromRev: fromRev, toRev: account.rev, settings: settings.filter { $0.rev > fromRev },
      profile: account.profile.rev > fromRev ? account.profile : nil)
    if fromRev > 0, fromRev <= account.rev, !FeedLimits.exceeds(delta) { return delta }
    return FeedDelta(
      feed: .me, fromRev: 0, toRev: account.rev, isReset: true, settings: settings, profile: account.profile)
  }

  func delta(of room: Room, for asker: UserID, fromRev: Int64) -> FeedDelta {
    let state = room.state
    let (messages, insights) = (messages(of: room), insights(of: state.id))
    let members = state.members.map(\.row)
    var delta = FeedDelta(feed: state.feed, fromRev: fromRev, toRev: state.rev)
    if state.row.rev > fromRev { delta.conversation = state.row }
    delta.members = members.filter { $0.rev > fromRev }
    delta.messages = messages.filter { $0.rev > fromRev }
    delta.insights = insights.filter { $0.rev > fromRev }
    if fromRev > 0, fromRev <= state.rev, !FeedLimits.exceeds(delta) { return delta }
    let newest = Array(messages.suffix(Limits.window))
    let start = newest.first?.seq ?? 1
    let standing = insights.enumerated().filter { $0.element.status != .withdrawn }
      .sorted { ($0.element.updatedAt, $0.offset) > ($1.element.updatedAt, $1.offset) }
    return FeedDelta(
      feed: state.feed, fromRev: 0, toRev: state.rev, isReset: true, windowStart: start,
      unreadBefore: unread(of: room, for: asker, before: start), conversation: state.row, members: members,
      messages: newest, insights: standing.prefix(FeedLimits.windowInsights).map(\.element))
  }

  /// The messages whose places, counted from 0, are in `range`.
  func page(of room: Room, for asker: UserID, _ range: Range<Int64>, isAfter: Bool) -> MessagePage {
    let found = room.ordinals[Int(range.lowerBound)..<Int(range.upperBound)].map { messages[$0].message }
    let start = found.first?.seq ?? (isAfter ? max(range.lowerBound, 1) : 1)
    return MessagePage(
      conversation: room.state.id, messages: found, windowStart: start,
      unreadBefore: unread(of: room, for: asker, before: start),
      hasMore: isAfter ? range.upperBound < room.state.lastSeq : start > 1)
  }

  private func unread(of room: Room, for asker: UserID, before end: Int64) -> Int {
    guard let member = room.state.presentMember(asker)?.row else { return 0 }
    return Unread.count(
      of: asker, readSeq: member.readSeq, joinSeq: member.joinSeq,
      messages: messages(of: room).prefix(Int(max(0, end - 1))))
  }
}
