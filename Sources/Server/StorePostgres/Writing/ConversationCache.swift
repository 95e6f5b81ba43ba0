import Domain
import ServerCore

/// The writer's conversations, the least recently used dropped when they are too many. Other
/// writers change them too: what is known of one counts in a transaction once its row says that it
/// still has that revision. Must be emptied when a transaction rolls back.
final class ConversationCache {
  /// Member rows kept at most (about 200 bytes each), counted over all conversations.
  static let maximumMembers = 50_000

  private var cached: [ConversationID: LoadedConversation] = [:]
  /// Those whose rows this transaction has read.
  private var current: Set<ConversationID> = []
  private var dirty: [LoadedConversation] = []
  private var memberCount = 0
  private var uses: UInt64 = 0

  private static let select = "SELECT \(ConversationRows.columns) FROM \(ConversationRows.source)"

  private struct Row {
    let key: Int64
    let row: Conversation
    let rev: Int64
    let lastSeq: Int64

    init(_ row: PostgresRow) throws {
      key = row.integer("key")
      self.row = try ConversationRows.conversation(row)
      rev = row.integer("rev")
      lastSeq = row.integer("lastSeq")
    }
  }

  /// Reads the rows of these; `isLocking` keeps all others from them until the transaction ends.
  func queueLock(_ ids: Set<ConversationID>, isLocking: Bool, on connection: PostgresConnection) throws {
    try connection.queue(
      "\(Self.select) WHERE c.id = ANY(?) ORDER BY c.key\(isLocking ? " FOR UPDATE OF c" : "")",
      .array(ids))
  }

  func readLocked(_ result: PostgresResult, on connection: PostgresConnection) throws {
    for row in try result.rows({ try Row($0) }) { try take(row, on: connection) }
  }

  func conversation(_ id: ConversationID, on connection: PostgresConnection) throws -> LoadedConversation? {
    uses += 1
    if current.contains(id), let known = cached[id] {
      known.lastUse = uses
      return known
    }
    guard let row = try connection.first("\(Self.select) WHERE c.id = ?", .id(id), map: { try Row($0) }) else {
      return nil
    }
    return try take(row, on: connection)
  }

  func insert(_ conversation: LoadedConversation) {
    conversation.lastUse = uses
    if let former = cached[conversation.state.id] { memberCount -= former.state.members.count }
    cached[conversation.state.id] = conversation
    memberCount += conversation.state.members.count
    current.insert(conversation.state.id)
  }

  /// To be called with each change of a state's revision, last seq or row.
  func markDirty(_ conversation: LoadedConversation) {
    guard !conversation.isDirty else { return }
    conversation.isDirty = true
    dirty.append(conversation)
  }

  /// Writes revisions and last seqs, once for each changed conversation.
  func save(on connection: PostgresConnection) throws {
    for conversation in dirty {
      let state = conversation.state
      try connection.queue(
        "UPDATE conversations SET rev = ?, lastSeq = ?, rowRev = ?, name = ?, photo = ? WHERE key = ?",
        .integer(state.rev), .integer(state.lastSeq), .integer(state.row.rev), .optional(state.row.name),
        .optional(state.row.photo), .integer(conversation.key))
      conversation.isDirty = false
    }
    dirty.removeAll(keepingCapacity: true)
  }

  func removeAll() {
    cached = [:]
    current = []
    dirty = []
    memberCount = 0
  }

  /// From here on rows must be read again. Drops what was not used lately when there is too much.
  func endTransaction() {
    current.removeAll(keepingCapacity: true)
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

  @discardableResult
  private func take(_ row: Row, on connection: PostgresConnection) throws -> LoadedConversation {
    uses += 1
    let id = row.row.id
    if let known = cached[id], known.key == row.key, known.state.rev == row.rev {
      known.lastUse = uses
      current.insert(id)
      return known
    }
    let members = try connection.all(
      """
      SELECT \(MemberRows.columns), \(MemberStateColumn.list) FROM \(MemberRows.source) WHERE m.conversation = ?
      ORDER BY m.account
      """, .integer(row.key), map: MemberRows.state)
    let loaded = LoadedConversation(
      key: row.key, state: ConversationState(row: row.row, rev: row.rev, lastSeq: row.lastSeq, members: members))
    insert(loaded)
    return loaded
  }
}
