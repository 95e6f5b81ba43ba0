import Domain
import ServerCore

/// Reads a conversation for one of its members.
struct ConversationReader {
  let membership: Membership
  let connection: SQLiteConnection

  private var key: Int64 { membership.conversation }
  private var feed: FeedID { .conversation(membership.row.id) }
  /// Above every position of the conversation.
  private var end: Int64 { membership.position(0xFFFF_FFFF) }

  /// The conversation, all members and the newest messages.
  func window() throws -> FeedDelta {
    let messages = try newest(before: end, limit: Limits.window)
    let windowStart = messages.first?.seq ?? 1
    return FeedDelta(
      feed: feed, fromRev: 0, toRev: membership.rev, isReset: true, windowStart: windowStart,
      unreadBefore: try membership.unread(before: windowStart, on: connection), conversation: membership.row,
      members: try members(after: 0), messages: messages, insights: try windowInsights())
  }

  /// What changed after `fromRev`; `nil` when only a window can say it.
  func delta(fromRev: Int64) throws -> FeedDelta? {
    guard fromRev > 0, fromRev <= membership.rev else { return nil }
    var delta = FeedDelta(feed: feed, fromRev: fromRev, toRev: membership.rev)
    guard fromRev < membership.rev else { return delta }
    if membership.row.rev > fromRev { delta.conversation = membership.row }
    delta.members = try members(after: fromRev)
    delta.insights = try insights(after: fromRev)
    let used = delta.members.count + delta.insights.count + (delta.conversation == nil ? 0 : 1)
    let limit = Limits.maximumDeltaRows - used
    guard limit >= 0, var messages = try messages(after: fromRev, limit: limit) else { return nil }
    try MessageRows.addEdits(to: &messages, conversation: key, on: connection)
    delta.messages = messages
    return FeedLimits.exceeds(delta) ? nil : delta
  }

  func page(before seq: Int64, limit: Int) throws -> MessagePage {
    let seq = min(max(seq, 1), membership.lastSeq + 1)
    let messages = try newest(before: membership.position(seq), limit: limit)
    let windowStart = messages.first?.seq ?? 1
    return MessagePage(
      conversation: membership.row.id, messages: messages, windowStart: windowStart,
      unreadBefore: try membership.unread(before: windowStart, on: connection), hasMore: windowStart > 1)
  }

  func page(after seq: Int64, limit: Int) throws -> MessagePage {
    let seq = min(max(seq, 0), membership.lastSeq)
    var messages = try connection.all(
      """
      SELECT \(MessageRows.columns) FROM \(MessageRows.source)
      WHERE m.position > ? AND m.position < ? ORDER BY m.position LIMIT ?
      """, .integer(membership.position(seq)), .integer(end), .integer(Int64(limit))
    ) { try MessageRows.message($0) }
    try MessageRows.addEdits(to: &messages, conversation: key, on: connection)
    let windowStart = messages.first?.seq ?? max(seq, 1)
    return MessagePage(
      conversation: membership.row.id, messages: messages, windowStart: windowStart,
      unreadBefore: try membership.unread(before: windowStart, on: connection),
      hasMore: (messages.last?.seq ?? seq) < membership.lastSeq)
  }

  /// Throws `notFound` when the message is not of this conversation.
  func page(around message: MessageID, limit: Int) throws -> MessagePage {
    let position = try connection.first(
      "SELECT position FROM messages WHERE id = ?", .id(message), map: { $0.integer("position") })
    guard let position, MessageRows.conversation(position) == key else { throw Refusal.notFound }
    let wanted = max(MessageRows.seq(position) + Int64(limit - 1) / 2, Int64(limit))
    let last = min(wanted, membership.lastSeq)
    var page = try page(before: last + 1, limit: limit)
    page.hasMore = last < membership.lastSeq
    return page
  }

  private func newest(before position: Int64, limit: Int) throws -> [Message] {
    var messages = try connection.all(
      """
      SELECT \(MessageRows.columns) FROM \(MessageRows.source)
      WHERE m.position > ? AND m.position < ? ORDER BY m.position DESC LIMIT ?
      """, .integer(membership.position(0)), .integer(position), .integer(Int64(limit))
    ) { try MessageRows.message($0) }
    messages.reverse()
    try MessageRows.addEdits(to: &messages, conversation: key, on: connection)
    return messages
  }

  private func members(after rev: Int64) throws -> [Member] {
    try connection.all(
      "SELECT \(MemberRows.columns) FROM \(MemberRows.source) WHERE m.conversation = ? AND m.rev > ?",
      .integer(key), .integer(rev)
    ) { try MemberRows.member($0) }
  }

  /// Withdrawn ones too, at most one more than a delta can hold.
  private func insights(after rev: Int64) throws -> [Insight] {
    try connection.all(
      "SELECT \(InsightRows.columns) FROM insights i WHERE i.conversation = ? AND i.rev > ? ORDER BY i.rev LIMIT ?",
      .integer(key), .integer(rev), .integer(Int64(Limits.maximumDeltaRows + 1)), map: InsightRows.insight)
  }

  private func windowInsights() throws -> [Insight] {
    try connection.all(
      """
      SELECT \(InsightRows.columns) FROM insights i INDEXED BY insightsByUpdate
      WHERE i.conversation = ? AND i.status <> 'withdrawn' ORDER BY i.updatedAt DESC, i.key DESC LIMIT ?
      """, .integer(key), .integer(Int64(FeedLimits.windowInsights)), map: InsightRows.insight)
  }

  /// Messages that are new or changed after `rev`, by seq; `nil` when they are more than `limit`.
  private func messages(after rev: Int64, limit: Int) throws -> [Message]? {
    var messages: [Message] = []
    // New ones are the end of the history, because the revision of posting rises with seq.
    try connection.scan(
      """
      SELECT \(MessageRows.columns) FROM \(MessageRows.source)
      WHERE m.position > ? AND m.position < ? ORDER BY m.position DESC
      """, [.integer(membership.position(0)), .integer(end)]
    ) { row in
      guard row.integer(MessageColumn.postRev) > rev else { return false }
      messages.append(try MessageRows.message(row))
      return messages.count <= limit
    }
    guard messages.count <= limit else { return nil }
    let changed = try connection.all(
      """
      SELECT \(MessageRows.columns) FROM \(MessageRows.source)
      WHERE m.position >> 32 = ?1 AND m.changedRev > ?2 AND m.postRev <= ?2 LIMIT ?3
      """, .integer(key), .integer(rev), .integer(Int64(limit - messages.count + 1))
    ) { try MessageRows.message($0) }
    guard messages.count + changed.count <= limit else { return nil }
    return (messages + changed).sorted { $0.seq < $1.seq }
  }
}
