import Domain

/// One conversation as a store reads it for one of its members. What a delta, a window and a page
/// are is said here; the store finds rows. Messages come by seq, oldest first.
package protocol ConversationHistory {
  var row: Conversation { get }
  /// Of the feed.
  var rev: Int64 { get }
  var lastSeq: Int64 { get }

  func members(after rev: Int64) throws -> [Member]
  func insight(_ id: InsightID) throws -> Insight?
  /// Withdrawn ones too, at most `limit`.
  func insights(after rev: Int64, limit: Int) throws -> [Insight]
  /// Those that are not withdrawn, the last to change first.
  func currentInsights(limit: Int) throws -> [Insight]
  /// Messages that are new or changed; `nil` when they are more than `limit`.
  func messages(after rev: Int64, limit: Int) throws -> [Message]?
  /// The last before a seq.
  func newest(before seq: Int64, limit: Int) throws -> [Message]
  /// The first after a seq.
  func oldest(after seq: Int64, limit: Int) throws -> [Message]
  func seq(of message: MessageID) throws -> Int64?
  /// The member's unread messages with a lower seq: without their own and those of others that were
  /// deleted.
  func unread(before seq: Int64) throws -> Int
}

extension ConversationHistory {
  /// What changed after `fromRev`, or a window where only that can say it.
  package func delta(fromRev: Int64) throws -> FeedDelta {
    try changes(after: fromRev) ?? window()
  }

  /// The conversation, all members and the newest messages.
  private func window() throws -> FeedDelta {
    let messages = try newest(before: lastSeq + 1, limit: Limits.window)
    let start = messages.first?.seq ?? 1
    return FeedDelta(
      feed: .conversation(row.id), fromRev: 0, toRev: rev, isReset: true, windowStart: start,
      unreadBefore: try unread(before: start), conversation: row, members: try members(after: 0), messages: messages,
      insights: try currentInsights(limit: FeedLimits.windowInsights))
  }

  private func changes(after fromRev: Int64) throws -> FeedDelta? {
    guard fromRev > 0, fromRev <= rev else { return nil }
    var delta = FeedDelta(feed: .conversation(row.id), fromRev: fromRev, toRev: rev)
    guard fromRev < rev else { return delta }
    if row.rev > fromRev { delta.conversation = row }
    delta.members = try members(after: fromRev)
    delta.insights = try insights(after: fromRev, limit: Limits.maximumDeltaRows + 1)
    let used = delta.members.count + delta.insights.count + (delta.conversation == nil ? 0 : 1)
    let limit = Limits.maximumDeltaRows - used
    guard limit >= 0, let messages = try messages(after: fromRev, limit: limit) else { return nil }
    delta.messages = messages
    return FeedLimits.exceeds(delta) ? nil : delta
  }

  /// Exactly one of `before` and `after` is given: else `invalid`.
  package func page(before: Int64?, after: Int64?, limit: Int) throws -> MessagePage {
    let limit = Self.pageSize(limit)
    switch (before, after) {
    case (let before?, nil):
      let messages = try newest(before: min(max(before, 1), lastSeq + 1), limit: limit)
      let start = messages.first?.seq ?? 1
      return try page(messages, from: start, hasMore: start > 1)
    case (nil, let after?):
      let after = min(max(after, 0), lastSeq)
      let messages = try oldest(after: after, limit: limit)
      return try page(
        messages, from: messages.first?.seq ?? max(after, 1), hasMore: (messages.last?.seq ?? after) < lastSeq)
    default: throw Refusal(.invalid, "Exactly one of before and after is needed.")
    }
  }

  /// Throws `notFound` when the message is not of this conversation.
  package func page(around message: MessageID, limit: Int) throws -> MessagePage {
    let limit = Self.pageSize(limit)
    guard let seq = try seq(of: message) else { throw Refusal.notFound }
    let last = min(max(seq + Int64(limit - 1) / 2, Int64(limit)), lastSeq)
    let messages = try newest(before: last + 1, limit: limit)
    return try page(messages, from: messages.first?.seq ?? 1, hasMore: last < lastSeq)
  }

  private func page(_ messages: [Message], from start: Int64, hasMore: Bool) throws -> MessagePage {
    MessagePage(
      conversation: row.id, messages: messages, windowStart: start, unreadBefore: try unread(before: start),
      hasMore: hasMore)
  }

  private static func pageSize(_ limit: Int) -> Int { min(max(limit, 1), Limits.maximumPage) }
}

extension FeedDelta {
  /// A user's private feed, which has come to `rev`, as it changed after `fromRev`; `rows` reads
  /// what changed after a revision, in the order of its change. A window has no tombstones.
  package static func ofMe(
    fromRev: Int64, rev: Int64, profile: Profile, rows: (Int64) throws -> PrivateRows
  ) rethrows -> FeedDelta {
    if fromRev > 0, fromRev <= rev {
      let rows = try rows(fromRev)
      let delta = FeedDelta(
        feed: .me, fromRev: fromRev, toRev: rev, settings: rows.settings, reminders: rows.reminders,
        opinions: rows.opinions, priorities: rows.priorities, profile: profile.rev > fromRev ? profile : nil)
      if !FeedLimits.exceeds(delta) { return delta }
    }
    let rows = try rows(0)
    return FeedDelta(
      feed: .me, fromRev: 0, toRev: rev, isReset: true, settings: rows.settings,
      reminders: rows.reminders.filter { $0.state != .over }, opinions: rows.opinions.filter { $0.feedback != nil },
      priorities: rows.priorities.filter { $0.reason != nil }, profile: profile)
  }
}

/// What is in a private feed beside the profile.
package struct PrivateRows: Sendable {
  package let settings: [ConversationSettings]
  package let reminders: [Reminder]
  package let opinions: [Opinion]
  package let priorities: [PriorityMark]

  package init(
    settings: [ConversationSettings], reminders: [Reminder] = [], opinions: [Opinion] = [],
    priorities: [PriorityMark] = []
  ) {
    self.settings = settings
    self.reminders = reminders
    self.opinions = opinions
    self.priorities = priorities
  }
}
