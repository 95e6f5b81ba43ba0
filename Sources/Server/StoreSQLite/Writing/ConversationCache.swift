import Domain

/// The writer's conversations, the least recently used dropped when they are too many. Must be emptied when a transaction rolls back.
final class ConversationCache {
  /// Member rows kept at most (about 200 bytes each), counted over all conversations.
  static let maximumMembers = 50_000

  private let connection: SQLiteConnection
  private var states: [ConversationID: ConversationState] = [:]
  private var dirty: [ConversationState] = []
  private var memberCount = 0
  private var uses: UInt64 = 0

  init(connection: SQLiteConnection) {
    self.connection = connection
  }

  func state(_ id: ConversationID) throws -> ConversationState? {
    uses += 1
    if let state = states[id] {
      state.lastUse = uses
      return state
    }
    guard let state = try load(id) else { return nil }
    insert(state)
    return state
  }

  func insert(_ state: ConversationState) {
    state.lastUse = uses
    states[state.id] = state
    memberCount += state.entries.count
  }

  /// To be called with each change of a state's revision, last seq or row.
  func markDirty(_ state: ConversationState) {
    guard !state.isDirty else { return }
    state.isDirty = true
    dirty.append(state)
  }

  /// Writes revisions and last seqs, once for each changed conversation.
  func save() throws {
    guard !dirty.isEmpty else { return }
    let statement = try connection.statement(
      "UPDATE conversations SET rev = ?, lastSeq = ?, rowRev = ?, name = ?, photo = ? WHERE key = ?")
    for state in dirty {
      statement.bind(state.rev, at: 1)
      statement.bind(state.lastSeq, at: 2)
      statement.bind(state.row.rev, at: 3)
      statement.bind(.optional(state.row.name), at: 4)
      statement.bind(.optional(state.row.photo), at: 5)
      statement.bind(state.key, at: 6)
      try statement.run()
      state.isDirty = false
    }
    dirty.removeAll(keepingCapacity: true)
  }

  func removeAll() {
    states = [:]
    dirty = []
    memberCount = 0
  }

  /// Drops what was not used lately when there is too much. Only between transactions.
  func trim() {
    guard memberCount > Self.maximumMembers else { return }
    var remaining = 0
    var kept: [ConversationID: ConversationState] = [:]
    for state in states.values.sorted(by: { $0.lastUse > $1.lastUse }) {
      remaining += state.entries.count
      guard remaining <= Self.maximumMembers / 2 else { break }
      kept[state.id] = state
    }
    states = kept
    memberCount = kept.values.reduce(0) { $0 + $1.entries.count }
  }

  private func load(_ id: ConversationID) throws -> ConversationState? {
    let found = try connection.first(
      """
      SELECT c.key, c.kind, c.name, c.photo, c.createdAt, u.id, c.rowRev, c.rev, c.lastSeq,
        c.isIntelligenceOff
      FROM conversations c JOIN users u ON u.key = c.createdBy WHERE c.id = ?
      """, .id(id)
    ) { row in
      let conversation = Conversation(
        id: id, rev: row.integer(6), kind: try row.word(1), name: row.optionalText(2), photo: row.optionalText(3),
        createdAt: row.time(4), createdBy: try row.id(5), isIntelligenceOn: !row.flag(9))
      return (key: row.integer(0), conversation, rev: row.integer(7), lastSeq: row.integer(8))
    }
    guard let found else { return nil }
    let entries = try connection.all(
      "SELECT \(MemberRows.columns), m.user, m.joinedAt FROM \(MemberRows.source) WHERE m.conversation = ?",
      .integer(found.key)
    ) { row in
      ConversationState.Entry(key: row.integer(9), joinedAt: row.time(10), row: try MemberRows.member(row))
    }
    return ConversationState(
      key: found.key, row: found.1, rev: found.rev, lastSeq: found.lastSeq, entries: entries)
  }
}
