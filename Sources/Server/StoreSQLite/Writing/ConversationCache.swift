import Domain
import ServerCore

/// The writer's conversations, the least recently used dropped when they are too many. Must be
/// emptied when a transaction rolls back.
final class ConversationCache {
  /// Member rows kept at most (about 200 bytes each), counted over all conversations.
  static let maximumMembers = 50_000

  private let connection: SQLiteConnection
  private var cached: [ConversationID: LoadedConversation] = [:]
  private var dirty: [LoadedConversation] = []
  private var memberCount = 0
  private var uses: UInt64 = 0

  init(connection: SQLiteConnection) {
    self.connection = connection
  }

  func conversation(_ id: ConversationID) throws -> LoadedConversation? {
    uses += 1
    if let known = cached[id] {
      known.lastUse = uses
      return known
    }
    guard let loaded = try load(id) else { return nil }
    insert(loaded)
    return loaded
  }

  func insert(_ conversation: LoadedConversation) {
    conversation.lastUse = uses
    cached[conversation.state.id] = conversation
    memberCount += conversation.state.members.count
  }

  /// To be called with each change of a state's revision, last seq or row.
  func markDirty(_ conversation: LoadedConversation) {
    guard !conversation.isDirty else { return }
    conversation.isDirty = true
    dirty.append(conversation)
  }

  /// Writes revisions and last seqs, once for each changed conversation.
  func save() throws {
    guard !dirty.isEmpty else { return }
    let statement = try connection.statement(
      "UPDATE conversations SET rev = ?, lastSeq = ?, rowRev = ?, name = ?, photo = ? WHERE key = ?")
    for conversation in dirty {
      statement.bind(conversation.state.rev, at: 1)
      statement.bind(conversation.state.lastSeq, at: 2)
      statement.bind(conversation.state.row.rev, at: 3)
      statement.bind(.optional(conversation.state.row.name), at: 4)
      statement.bind(.optional(conversation.state.row.photo), at: 5)
      statement.bind(conversation.key, at: 6)
      try statement.run()
      conversation.isDirty = false
    }
    dirty.removeAll(keepingCapacity: true)
  }

  func removeAll() {
    cached = [:]
    dirty = []
    memberCount = 0
  }

  /// Drops what was not used lately when there is too much. Only between transactions.
  func trim() {
    guard memberCount > Self.maximumMembers else { return }
    var remaining = 0
    var kept: [ConversationID: LoadedConversation] = [:]
    for conversation in cached.values.sorted(by: { $0.lastUse > $1.lastUse }) {
      remaining += conversation.state.members.count
      guard remaining <= Self.maximumMembers / 2 else { break }
      kept[conversation.state.id] = conversation
    }
    cached = kept
    memberCount = kept.values.reduce(0) { $0 + $1.state.members.count }
  }

  private func load(_ id: ConversationID) throws -> LoadedConversation? {
    let found = try connection.first(
      "SELECT \(ConversationRows.columns) FROM \(ConversationRows.source) WHERE c.id = ?", .id(id)
    ) { row in
      (
        key: row.integer("key"), row: try ConversationRows.conversation(row), rev: row.integer("rev"),
        lastSeq: row.integer("lastSeq")
      )
    }
    guard let found else { return nil }
    let members = try connection.all(
      "SELECT \(MemberRows.columns), \(MemberStateColumn.list) FROM \(MemberRows.source) WHERE m.conversation = ?",
      .integer(found.key), map: MemberRows.state)
    return LoadedConversation(
      key: found.key,
      state: ConversationState(row: found.row, rev: found.rev, lastSeq: found.lastSeq, members: members))
  }
}
