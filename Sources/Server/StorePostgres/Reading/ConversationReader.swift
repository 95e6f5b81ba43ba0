import Domain
import ServerCore

/// Reads a conversation for one of its members.
struct ConversationReader: ConversationHistory {
  let membership: Membership
  let connection: PostgresConnection

  var row: Conversation { membership.row }
  var rev: Int64 { membership.rev }
  var lastSeq: Int64 { membership.lastSeq }
  private var key: Int64 { membership.conversation }
  /// Above every position of the conversation.
  private var end: Int64 { membership.position(0xFFFF_FFFF) }

  func unread(before seq: Int64) throws -> Int { try membership.unread(before: seq, on: connection) }

  func seq(of message: MessageID) throws -> Int64? {
    let position = try connection.first(
      "SELECT position FROM messages WHERE id = ?", .id(message), map: { $0.integer("position") })
    return position.flatMap { MessageRows.conversation($0) == key ? MessageRows.seq($0) : nil }
  }

  func oldest(after seq: Int64, limit: Int) throws -> [Message] {
    var messages = try connection.all(
      """
      SELECT \(MessageRows.columns) FROM \(MessageRows.source)
      WHERE m.position > ? AND m.position < ? ORDER BY m.position LIMIT ?
      """, .integer(membership.position(seq)), .integer(end), .integer(Int64(limit))
    ) { try MessageRows.message($0) }
    try MessageRows.addDetails(to: &messages, conversation: key, on: connection)
    return messages
  }

  func newest(before seq: Int64, limit: Int) throws -> [Message] {
    var messages = try connection.all(
      """
      SELECT \(MessageRows.columns) FROM \(MessageRows.source)
      WHERE m.position > ? AND m.position < ? ORDER BY m.position DESC LIMIT ?
      """, .integer(membership.position(0)), .integer(membership.position(seq)), .integer(Int64(limit))
    ) { try MessageRows.message($0) }
    messages.reverse()
    try MessageRows.addDetails(to: &messages, conversation: key, on: connection)
    return messages
  }

  func members(after rev: Int64) throws -> [Member] {
    try connection.all(
      "SELECT \(MemberRows.columns) FROM \(MemberRows.source) WHERE m.conversation = ? AND m.rev > ?",
      .integer(key), .integer(rev)
    ) { try MemberRows.member($0) }
  }

  func insight(_ id: InsightID) throws -> Insight? {
    try connection.first(
      "SELECT \(InsightRows.columns) FROM insights i WHERE i.id = ? AND i.conversation = ?", .id(id), .integer(key),
      map: InsightRows.insight)
  }

  func insights(after rev: Int64, limit: Int) throws -> [Insight] {
    try connection.all(
      "SELECT \(InsightRows.columns) FROM insights i WHERE i.conversation = ? AND i.rev > ? ORDER BY i.rev LIMIT ?",
      .integer(key), .integer(rev), .integer(Int64(limit)), map: InsightRows.insight)
  }

  func currentInsights(limit: Int) throws -> [Insight] {
    try connection.all(
      """
      SELECT \(InsightRows.columns) FROM insights i
      WHERE i.conversation = ? AND i.status <> 'withdrawn' ORDER BY i.updatedAt DESC, i.key DESC LIMIT ?
      """, .integer(key), .integer(Int64(limit)), map: InsightRows.insight)
  }

  func messages(after rev: Int64, limit: Int) throws -> [Message]? {
    // New ones are the end of the history: each has taken a revision of its own.
    var messages = try connection.all(
      """
      SELECT \(MessageRows.columns) FROM \(MessageRows.source)
      WHERE m.position > ? AND m.position < ? AND m.postRev > ? ORDER BY m.position DESC LIMIT ?
      """, .integer(membership.position(max(0, lastSeq - (self.rev - rev)))), .integer(end), .integer(rev),
      .integer(Int64(limit) + 1), map: MessageRows.message)
    guard messages.count <= limit else { return nil }
    let changed = try connection.all(
      """
      SELECT \(MessageRows.columns) FROM \(MessageRows.source)
      WHERE m.position >> 32 = ?1 AND m.changedRev > ?2 AND m.postRev <= ?2 LIMIT ?3
      """, .integer(key), .integer(rev), .integer(Int64(limit - messages.count + 1))
    ) { try MessageRows.message($0) }
    guard messages.count + changed.count <= limit else { return nil }
    messages = (messages + changed).sorted { $0.seq < $1.seq }
    try MessageRows.addDetails(to: &messages, conversation: key, on: connection)
    return messages
  }
}
