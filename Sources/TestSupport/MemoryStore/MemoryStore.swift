import Domain
import Foundation
import ServerCore

/// A store without a database, for tests. It loads from dictionaries, saves to them, and leaves every decision to
/// `Rules`: that it keeps the whole `StoreContract` shows that a database has to do no more.
package final class MemoryStore: ServerStore, Sendable {
  private struct CommitListener {
    let hear: @Sendable ([CommitOutcome]) -> Void
  }

  package let history = HistoryID(high: 0x0190_0000_0000_7000, low: .random(in: 1...UInt64.max))
  let clock: any WallClock
  private let lock = NSLock()
  nonisolated(unsafe) private var data: MemoryData
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

  // MARK: Feeds

  package func feedRevs(of user: UserID) throws -> [FeedID: Int64] {
    try read { data in
      guard let account = data.accounts[user] else { throw Refusal.notFound }
      var revs: [FeedID: Int64] = [.me: account.rev]
      for room in data.rooms(of: user) { revs[room.state.feed] = room.state.rev }
      return revs
    }
  }

  package func delta(of feed: FeedID, for asker: UserID, fromRev: Int64) throws -> FeedDelta {
    try read { data in
      guard let id = feed.conversation else { return try data.privateDelta(of: asker, fromRev: fromRev) }
      return data.delta(of: try data.room(id, .read, asker), for: asker, fromRev: fromRev)
    }
  }

  package func page(
    of conversation: ConversationID, for asker: UserID, before: Int64?, after: Int64?, limit: Int
  ) throws -> MessagePage {
    try read { data in
      let room = try data.room(conversation, .read, asker)
      let (limit, last) = (min(max(limit, 1), Limits.maximumPage), room.state.lastSeq)
      switch (before, after) {
      case (let before?, nil):
        let end = min(max(before, 1), last + 1) - 1
        return data.page(of: room, for: asker, max(0, end - Int64(limit))..<end, isAfter: false)
      case (nil, let after?):
        let start = min(max(after, 0), last)
        return data.page(of: room, for: asker, start..<min(start + Int64(limit), last), isAfter: true)
      default: throw Refusal(.invalid, "Exactly one of before and after is needed.")
      }
    }
  }

  package func page(
    of conversation: ConversationID, for asker: UserID, around message: MessageID, limit: Int
  ) throws -> MessagePage {
    try read { data in
      let room = try data.room(conversation, .read, asker)
      let limit = Int64(min(max(limit, 1), Limits.maximumPage))
      guard let seq = data.message(message, in: conversation)?.message.seq else { throw Refusal.notFound }
      let end = min(max(seq + (limit - 1) / 2, limit), room.state.lastSeq)
      return data.page(of: room, for: asker, max(0, end - limit)..<end, isAfter: true)
    }
  }

  package func search(
    _ query: SearchQuery, for asker: UserID, limit: Int, before: String?
  ) throws -> (results: [SearchResult], next: String?) {
    let before = try before.map { text in
      guard let ordinal = Int(text), ordinal > 0 else { throw Refusal(.invalid, "That is not a place in a search.") }
      return ordinal
    }
    let search = MemorySearch(query)
    guard search.finds else { return ([], nil) }
    return read { data in
      let found = data.matches(search, for: asker, any: false).filter { $0 < before ?? .max }
      let results = found.prefix(limit).map { ordinal in
        let entry = data.messages[ordinal]
        return SearchResult(
          conversation: entry.conversation, message: entry.message, snippet: search.snippet(of: entry.message.text))
      }
      return (results, found.count > limit ? String(found[limit - 1]) : nil)
    }
  }

  package func conversation(_ conversation: ConversationID, for asker: UserID) throws -> Conversation {
    try read { try $0.room(conversation, .read, asker).state.row }
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

  package func profile(_ user: UserID) throws -> Profile { try read { try $0.account(user).profile } }

  package func user(_ user: UserID) throws -> User {
    try read { data in
      guard let account = data.accounts[user] else { throw Refusal.notFound }
      return account.user
    }
  }

  package func searchUsers(_ query: String, limit: Int) throws -> [User] {
    let address = query.trimmingWhitespace.lowercased()
    let name = MemorySearch.folded(query.trimmingWhitespace)
    return read { data in
      let found =
        data.accountsByAge.filter { !$0.isDeleted && !$0.isDisabled }.compactMap { account in
          let (folded, email) = (MemorySearch.folded(account.profile.name), account.profile.email)
          guard address.isEmpty || (!name.isEmpty && folded.contains(name)) || email.contains(address) else {
            return nil
          }
          let begins = address.isEmpty || " \(folded)".contains(" \(name)") || email.hasPrefix(address)
          return (rank: begins ? 0 : 1, folded, account.number, account.user)
        } as [(rank: Int, folded: String, number: Int64, user: User)]
      return found.sorted { ($0.rank, $0.folded, $0.number) < ($1.rank, $1.folded, $1.number) }
        .prefix(max(0, limit)).map(\.user)
    }
  }

  package func account(email: String) throws -> AccountRecord? {
    let address = email.trimmingWhitespace.lowercased()
    return try accounts().first { $0.email == address }
  }

  package func account(_ user: UserID) throws -> AccountRecord? { try accounts().first { $0.id == user } }

  package func accounts() throws -> [AccountRecord] {
    read { data in data.accountsByAge.filter { !$0.isDeleted }.map(\.record) }
  }

  package func sessions(of user: UserID) throws -> [DeviceSession] {
    read { data in
      data.sessions.values.filter { $0.user == user && $0.endedAt == nil && $0.expiresAt > clock.now }
        .map(\.session).sorted { ($0.createdAt, $0.id) > ($1.createdAt, $1.id) }
    }
  }

  package func activeSession(_ session: SessionID) throws -> UserID? {
    read { data in
      guard let known = data.sessions[session], known.endedAt == nil, known.expiresAt > clock.now,
        data.accounts[known.user]?.isDisabled == false
      else { return nil }
      return known.user
    }
  }

  package func refreshSession(_ hash: [UInt8]) throws -> SessionID? { read { $0.tokens[hash]?.session } }

  package func lastSeen(of users: [UserID]) throws -> [UserID: Timestamp] {
    read { data in data.accounts.compactMapValues(\.lastSeen).filter { users.contains($0.key) } }
  }

  package func secret(_ name: String) throws -> [UInt8]? { read { $0.secrets[name] } }

  package func backup(to path: String) throws { throw Refusal(.invalid, "There is no file to copy.") }
}
