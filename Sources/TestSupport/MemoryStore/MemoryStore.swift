import Domain
import Foundation
import ServerCore

/// A store without a database, for tests. It loads from lists, saves to them, and leaves every
/// decision to `Rules`: that it keeps the whole `StoreContract` shows that a database has to do no
/// more. A command is committed and reported before `submit` returns.
package final class MemoryStore: ServerStore, StoreRows, Sendable {
  package let history = HistoryID(high: 0x0190_0000_0000_7000, low: .random(in: 1...UInt64.max))
  let clock: any WallClock
  /// Recursive, for who hears of a commit may read.
  private let lock = NSRecursiveLock()
  nonisolated(unsafe) private let data: MemoryData
  nonisolated(unsafe) private var listener: CommitListener?
  nonisolated(unsafe) private var isClosed = false

  package init(clock: any WallClock, groupSize: Int = Limits.defaultGroupSize, limits: StoreLimits = StoreLimits()) {
    self.clock = clock
    data = MemoryData(groupSize: groupSize, limits: limits)
  }

  func read<Value>(_ body: (MemoryData) throws -> Value) rethrows -> Value {
    try lock.withLock { try body(data) }
  }

  package func observeCommits(_ observer: @escaping @Sendable ([CommitOutcome]) -> Void) {
    lock.withLock { listener = CommitListener(hear: observer) }
  }

  package func submit(_ command: WriteCommand) {
    let closed = CommitOutcome(
      origin: command.origin, result: .failure(Refusal(.overloaded, "The store is closed.")))
    lock.withLock { CommitListener.report([isClosed ? closed : data.commit(command)], to: listener) }
  }

  package var queueDepth: Int { 0 }
  package func close() { lock.withLock { isClosed = true } }
  package func backup(to path: String) throws { throw Refusal(.invalid, "There is no file to copy.") }

  // MARK: Feeds

  package func feedRevs(of user: UserID) throws -> [FeedID: Int64] {
    try read { data in
      guard let account = data.account(id: user) else { throw Refusal.notFound }
      let rooms = data.rooms(of: user).map { ($0.state.feed, $0.state.rev) }
      return Dictionary(uniqueKeysWithValues: [(FeedID.me, account.rev)] + rooms)
    }
  }

  package func privateDelta(for user: UserID, fromRev: Int64) throws -> FeedDelta {
    try read { data in
      guard let number = data.numbers[user], let account = data.account(id: user), !account.stored.isDeleted else {
        throw Refusal.notFound
      }
      return FeedDelta.ofMe(fromRev: fromRev, rev: account.rev, profile: account.stored.profile) {
        data.privateRows(of: number, after: $0)
      }
    }
  }

  package func reading<Value>(
    _ conversation: ConversationID, _ action: ConversationAction, for asker: UserID,
    _ body: (any ConversationHistory) throws -> Value
  ) throws -> Value {
    try read { data in
      let room = try data.room(conversation, action, asker)
      let messages = data.entries(of: room).map(\.message)
      return try body(
        MemoryHistory(state: room.state, messages: messages, insights: data.insights(of: room.state), asker: asker))
    }
  }

  package func memberIDs(of conversation: ConversationID, for asker: UserID) throws -> [UserID] {
    try read { try $0.room(conversation, .read, asker).state.audience }
  }

  package func contacts(of user: UserID, limit: Int) throws -> [UserID] {
    let others = read { $0.rooms(of: user).flatMap(\.state.audience) }.filter { $0 != user }
    return Array(Rules.Members.unique(others).prefix(max(0, limit)))
  }

  // MARK: People

  package func accounts(_ selection: AccountSelection) throws -> [StoredAccount] {
    let all = read { $0.accounts.map(\.stored) }
    return switch selection {
    case .identity(let identity): read { $0.holder(of: identity) }.map { [all[Int($0)]] } ?? []
    case .id(let user): all.filter { $0.profile.id == user }
    case .email(let address): all.filter { $0.profile.email == address }
    case .all: all.filter { !$0.isDeleted }
    }
  }

  package func workspace() throws -> Workspace { read { $0.workspace() } }

  package func invitations(_ selection: InvitationSelection) throws -> [Invitation] {
    read { data in
      switch selection {
      case .hash(let hash): data.invitation(hash).map { [$0] } ?? []
      case .all: data.invitations.reversed().map(\.invitation)
      }
    }
  }

  package func searchUsers(_ query: String, limit: Int) throws -> [User] {
    let (address, name) = (query.trimmingWhitespace.lowercased(), SearchTerms.folded(query.trimmingWhitespace))
    var found: [(rank: Int, name: String, user: User)] = []
    for account in try accounts(.all) where !account.isDisabled {
      let (folded, email) = (SearchTerms.folded(account.profile.name), account.profile.email)
      guard address.isEmpty || (!name.isEmpty && folded.contains(name)) || email.contains(address) else { continue }
      let begins = address.isEmpty || " \(folded)".contains(" \(name)") || email.hasPrefix(address)
      found.append((begins ? 0 : 1, folded, account.user))
    }
    return found.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.prefix(max(0, limit)).map(\.user)
  }

  package func sessions(of user: UserID) throws -> [DeviceSession] {
    read { data in data.sessions.values.filter { data.user(of: $0, at: clock.now) == user } }.map(\.session)
      .sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
  }

  package func activeSession(_ session: SessionID) throws -> UserID? {
    try read { data in data.sessions[session].flatMap { data.user(of: $0, at: clock.now) } }
      .flatMap { try account($0)?.isDisabled == false ? $0 : nil }
  }

  package func refreshSession(_ hash: [UInt8]) throws -> SessionID? { read { $0.tokens[hash]?.session } }

  package func lastSeen(of users: [UserID]) throws -> [UserID: Timestamp] {
    read { data in users.reduce(into: [:]) { times, user in times[user] = data.account(id: user)?.lastSeen } }
  }

  package func secret(_ name: String) throws -> [UInt8]? { read { $0.secrets[name] } }
}

extension MemoryData {
  /// `nil` when the session has ended.
  fileprivate func user(of session: Session, at now: Timestamp) -> UserID? {
    guard session.endedAt == nil, session.expiresAt > now else { return nil }
    return accounts[Int(session.account)].stored.profile.id
  }
}

/// A conversation, for one of its members.
private struct MemoryHistory: ConversationHistory {
  let state: ConversationState
  let messages: [Message]
  let insights: [Insight]
  let asker: UserID

  var row: Conversation { state.row }
  var rev: Int64 { state.rev }
  var lastSeq: Int64 { state.lastSeq }

  func members(after rev: Int64) -> [Member] { state.members.map(\.row).filter { $0.rev > rev } }
  func insights(after rev: Int64, limit: Int) -> [Insight] { insights.filter { $0.rev > rev } }
  func insight(_ id: InsightID) -> Insight? { insights.first { $0.id == id } }
  func seq(of message: MessageID) -> Int64? { messages.first { $0.id == message }?.seq }
  func newest(before seq: Int64, limit: Int) -> [Message] { Array(messages.filter { $0.seq < seq }.suffix(limit)) }
  func oldest(after seq: Int64, limit: Int) -> [Message] { Array(messages.filter { $0.seq > seq }.prefix(limit)) }

  func currentInsights(limit: Int) -> [Insight] {
    let current = insights.reversed().filter { $0.status != .withdrawn }
    return Array(current.sorted { $0.updatedAt > $1.updatedAt }.prefix(limit))
  }

  func messages(after rev: Int64, limit: Int) -> [Message]? {
    let changed = messages.filter { $0.rev > rev }
    return changed.count > limit ? nil : changed
  }

  func unread(before seq: Int64) -> Int {
    guard let member = state.presentMember(asker)?.row else { return 0 }
    return Unread.count(
      of: asker, readSeq: member.readSeq, joinSeq: member.joinSeq, messages: messages.filter { $0.seq < seq })
  }
}
