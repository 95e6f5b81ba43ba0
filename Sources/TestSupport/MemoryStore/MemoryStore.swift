import Domain
import Foundation
import ServerCore

/// A store without a database, for tests. It loads from lists, saves to them, and leaves every
/// decision to `Rules`: that it keeps the whole `StoreContract` shows that a database has to do no
/// more.
package final class MemoryStore: ServerStore, StoreRows, Sendable {
  private struct CommitListener {
    let hear: @Sendable ([CommitOutcome]) -> Void
  }

  package let history = HistoryID(high: 0x0190_0000_0000_7000, low: .random(in: 1...UInt64.max))
  private let clock: any WallClock
  private let lock = NSLock()
  nonisolated(unsafe) private let data: MemoryData
  nonisolated(unsafe) private var waiting: [WriteCommand] = []
  nonisolated(unsafe) private var observer: CommitListener?
  nonisolated(unsafe) private var isClosed = false

  package init(clock: any WallClock, groupSize: Int = Limits.defaultGroupSize, limits: StoreLimits = StoreLimits()) {
    self.clock = clock
    data = MemoryData(groupSize: groupSize, limits: limits)
  }

  func read<Value>(_ body: (MemoryData) throws -> Value) rethrows -> Value {
    try lock.withLock { try body(data) }
  }

  package func observeCommits(_ observer: @escaping @Sendable ([CommitOutcome]) -> Void) {
    lock.withLock { self.observer = CommitListener(hear: observer) }
  }

  package var queueDepth: Int { lock.withLock { waiting.count } }

  package func submit(_ command: WriteCommand) {
    let isTaken = lock.withLock {
      if !isClosed { waiting.append(command) }
      return !isClosed
    }
    if !isTaken { report([(command, CommandAnswer(refusal: Refusal(.overloaded, "The store is closed.")))]) }
  }

  /// Commits what waits and reports it.
  package func drain() {
    report(
      lock.withLock {
        defer { waiting = [] }
        return waiting.map { ($0, data.commit($0)) }
      })
  }

  package func close() {
    drain()
    lock.withLock { isClosed = true }
  }

  private func report(_ answers: [(command: WriteCommand, answer: CommandAnswer)]) {
    lock.withLock { observer }?.hear(
      answers.map { CommitOutcome(origin: $0.command.origin, result: $0.answer.result, changes: $0.answer.changes) })
    for (command, answer) in answers {
      if case .callback(let callback) = command.origin { callback(answer.result) }
    }
  }

  package func backup(to path: String) throws { throw Refusal(.invalid, "There is no file to copy.") }

  // MARK: Feeds

  package func feedRevs(of user: UserID) throws -> [FeedID: Int64] {
    try read { data in
      guard let account = data.account(id: user) else { throw Refusal.notFound }
      var revs: [FeedID: Int64] = [.me: account.rev]
      for room in data.rooms(of: user) { revs[room.state.feed] = room.state.rev }
      return revs
    }
  }

  package func privateDelta(for user: UserID, fromRev: Int64) throws -> FeedDelta {
    try read { data in
      guard let account = data.account(id: user), !account.isDeleted else { throw Refusal.notFound }
      let settings = account.settings.values.sorted { $0.rev < $1.rev }
      return FeedDelta.ofMe(fromRev: fromRev, rev: account.rev, profile: account.profile) { rev in
        settings.filter { $0.rev > rev }
      }
    }
  }

  package func reading<Value>(
    _ conversation: ConversationID, _ action: ConversationAction, for asker: UserID,
    _ body: (any ConversationHistory) throws -> Value
  ) throws -> Value {
    try read { data in
      let room = try data.room(conversation, action, asker)
      return try body(MemoryHistory(data: data, state: room.state, key: room.key, asker: asker))
    }
  }

  package func memberIDs(of conversation: ConversationID, for asker: UserID) throws -> [UserID] {
    try read { try $0.room(conversation, .read, asker).state.audience }
  }

  package func contacts(of user: UserID, limit: Int) throws -> [UserID] {
    read { data in
      let others = data.rooms(of: user).flatMap(\.state.audience).filter { $0 != user }
      return Array(Rules.Members.unique(others).prefix(max(0, limit)))
    }
  }

  // MARK: People

  package func accounts(_ selection: AccountSelection) throws -> [StoredAccount] {
    read { data in
      data.accounts.filter { account in
        switch selection {
        case .id(let user): account.profile.id == user
        case .email(let address): account.profile.email == address
        case .all: !account.isDeleted
        }
      }.map(\.stored)
    }
  }

  package func searchUsers(_ query: String, limit: Int) throws -> [User] {
    let (address, name) = (query.trimmingWhitespace.lowercased(), SearchTerms.folded(query.trimmingWhitespace))
    return read { data in
      var found: [(rank: Int, name: String, number: Int, user: User)] = []
      for (number, account) in data.accounts.enumerated() where !account.isDeleted && !account.isDisabled {
        let (folded, email) = (SearchTerms.folded(account.profile.name), account.profile.email)
        guard address.isEmpty || (!name.isEmpty && folded.contains(name)) || email.contains(address) else { continue }
        let begins = address.isEmpty || " \(folded)".contains(" \(name)") || email.hasPrefix(address)
        found.append((begins ? 0 : 1, folded, number, account.stored.user))
      }
      return found.sorted { ($0.rank, $0.name, $0.number) < ($1.rank, $1.name, $1.number) }
        .prefix(max(0, limit)).map(\.user)
    }
  }

  package func sessions(of user: UserID) throws -> [DeviceSession] {
    read { data in
      let known = data.sessions.values.filter { data.accounts[Int($0.account)].profile.id == user }
      return known.filter { $0.endedAt == nil && $0.expiresAt > clock.now }.map(\.session)
        .sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
    }
  }

  package func activeSession(_ session: SessionID) throws -> UserID? {
    read { data in
      guard let known = data.sessions[session], known.endedAt == nil, known.expiresAt > clock.now else { return nil }
      let account = data.accounts[Int(known.account)]
      return account.isDisabled ? nil : account.profile.id
    }
  }

  package func refreshSession(_ hash: [UInt8]) throws -> SessionID? { read { $0.tokens[hash]?.session } }

  package func lastSeen(of users: [UserID]) throws -> [UserID: Timestamp] {
    read { data in
      users.reduce(into: [:]) { times, user in times[user] = data.account(id: user)?.lastSeen }
    }
  }

  package func secret(_ name: String) throws -> [UInt8]? { read { $0.secrets[name] } }
}

extension MemoryData.Account {
  var stored: StoredAccount {
    StoredAccount(profile: profile, passwordHash: passwordHash, isDisabled: isDisabled, isDeleted: isDeleted)
  }
}

/// A conversation, for one of its members.
struct MemoryHistory: ConversationHistory {
  let data: MemoryData
  let state: ConversationState
  let key: Int64
  let asker: UserID

  var row: Conversation { state.row }
  var rev: Int64 { state.rev }
  var lastSeq: Int64 { state.lastSeq }
  private var messages: [Message] { data.entries.filter { $0.place.conversation == key }.map(\.message) }
  private var insights: [Insight] { data.insights.filter { $0.conversation == state.id }.map(\.insight) }

  func members(after rev: Int64) -> [Member] { state.members.map(\.row).filter { $0.rev > rev } }
  func insights(after rev: Int64, limit: Int) -> [Insight] { insights.filter { $0.rev > rev } }
  func seq(of message: MessageID) -> Int64? { messages.first { $0.id == message }?.seq }

  func currentInsights(limit: Int) -> [Insight] {
    let current = insights.enumerated().filter { $0.element.status != .withdrawn }
    return current.sorted { ($0.element.updatedAt, $0.offset) > ($1.element.updatedAt, $1.offset) }
      .prefix(limit).map(\.element)
  }

  func messages(after rev: Int64, limit: Int) -> [Message]? {
    let changed = messages.filter { $0.rev > rev }
    return changed.count > limit ? nil : changed
  }

  func newest(before seq: Int64, limit: Int) -> [Message] { Array(messages.filter { $0.seq < seq }.suffix(limit)) }
  func oldest(after seq: Int64, limit: Int) -> [Message] { Array(messages.filter { $0.seq > seq }.prefix(limit)) }

  func unread(before seq: Int64) -> Int {
    guard let member = state.presentMember(asker)?.row else { return 0 }
    return Unread.count(
      of: asker, readSeq: member.readSeq, joinSeq: member.joinSeq, messages: messages.filter { $0.seq < seq })
  }
}
