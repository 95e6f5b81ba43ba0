import Domain
import GRDB

/// The sync law inside one transaction: rows only ever move forward, and the cursor says what is
/// complete.
struct FeedWriter {
  let db: Database
  let user: UserID?

  init(_ db: Database) throws {
    self.db = db
    user = try AccountRecord.user(db)
  }

  /// Applies the delta by the law. `isAnswer` is for the answer to an own request, whose rows are
  /// applied even across a gap: they settle outbox entries, and the pull that follows brings what
  /// is between.
  func apply(_ delta: FeedDelta, isAnswer: Bool = false) throws -> ApplyResult {
    let stored = try FeedRecord.find(delta.feed, db)
    if delta.isReset { return try reset(to: delta, from: stored) }
    guard let stored = stored ?? initialRecord(for: delta) else {
      try settleOutbox(delta)
      return delta.fromRev == nil ? .stale : .gap(cursor: 0)
    }
    guard let fromRev = delta.fromRev, let toRev = delta.toRev else {
      _ = try write(delta, over: stored)
      return .stale
    }
    if fromRev > stored.cursor, toRev > stored.cursor {
      if isAnswer { _ = try write(delta, over: stored) }
      return .gap(cursor: stored.cursor)
    }
    var record = stored
    record.cursor = max(stored.cursor, toRev)
    if record.cursor != stored.cursor { try record.save(db) }
    let needsWindow = try write(delta, over: stored)
    if needsWindow { return .needsWindow }
    return toRev > stored.cursor ? .applied : .stale
  }

  /// Joins history to the window when the two touch; anything else would leave a hole and is
  /// dropped.
  func apply(_ page: MessagePage) throws {
    let feed = FeedID.conversation(page.conversation)
    guard var record = try FeedRecord.find(feed, db), let first = page.messages.first?.seq,
      let last = page.messages.last?.seq
    else { return }
    let lastHeld = try MessageRecord.lastSeq(of: page.conversation, db)
    guard last >= record.windowStart - 1, first <= max(lastHeld, record.windowStart - 1) + 1 else { return }
    try writeMessages(page.messages, in: page.conversation)
    if first < record.windowStart {
      record.windowStart = min(first, page.windowStart)
      record.unreadBefore = page.unreadBefore
      try record.save(db)
    }
    try ListEntry.refresh(page.conversation, user: user, db)
  }

  /// Forgets the feed's rows; what the user wrote stays in the outbox.
  func forget(_ feed: FeedID) throws {
    try db.run("DELETE FROM feed WHERE feed = ?", [feed.blob])
    switch feed {
    case .me:
      for table in ["settings", "reminder", "opinion", "priority"] { try db.run("DELETE FROM \(table)") }
      try db.run("DELETE FROM profile")
    case .conversation(let id):
      try db.run("DELETE FROM message WHERE conversation = ?", [id.blob])
      try db.run("DELETE FROM member WHERE conversation = ?", [id.blob])
      try db.run("DELETE FROM conversation WHERE id = ?", [id.blob])
      try db.run("DELETE FROM digest WHERE conversation = ?", [id.blob])
      try db.run("DELETE FROM insight WHERE conversation = ?", [id.blob])
    }
  }

  // MARK: - Steps

  /// A feed that the device does not hold has cursor 0, and only a delta from 0 can start it.
  private func initialRecord(for delta: FeedDelta) -> FeedRecord? {
    guard delta.fromRev == 0 else { return nil }
    return FeedRecord(
      feed: delta.feed, windowStart: delta.windowStart ?? delta.messages.map(\.seq).min() ?? 1,
      unreadBefore: delta.unreadBefore ?? 0)
  }

  /// A window that ends before the cursor was overtaken by a delta: taken, and reported as a gap so
  /// that the rest is pulled again.
  private func reset(to delta: FeedDelta, from stored: FeedRecord?) throws -> ApplyResult {
    try forget(delta.feed)
    let toRev = delta.toRev ?? 0
    let record = FeedRecord(
      feed: delta.feed, cursor: toRev, windowStart: delta.windowStart ?? delta.messages.map(\.seq).min() ?? 1,
      unreadBefore: delta.unreadBefore ?? 0)
    try record.save(db)
    _ = try write(delta, over: record)
    if let conversation = delta.feed.conversation { try AnswerRecord.forgetUnheld(in: conversation, db) }
    if let stored, stored.cursor > toRev { return .gap(cursor: toRev) }
    return .applied
  }

  /// Writes the rows that are newer than the stored ones. Returns whether the count before the
  /// window is lost.
  private func write(_ delta: FeedDelta, over record: FeedRecord) throws -> Bool {
    guard let conversation = delta.feed.conversation else {
      try writePrivate(delta)
      return false
    }
    let before = try user.flatMap { try MemberRecord.find($0, in: conversation, db) }
    if let row = delta.conversation {
      try ConversationRecord.upsert(row, db)
      if !row.isIntelligenceOn { try AnswerRecord.forget(conversation, db) }
    }
    for member in delta.members { try MemberRecord.upsert(member, in: conversation, db) }
    try writeMessages(delta.messages, in: conversation)
    try writeInsights(of: delta, in: conversation, over: record)
    let after = try user.flatMap { try MemberRecord.find($0, in: conversation, db) }
    if let after { try LocalWatermarkRecord.reconcile(conversation, with: after, db) }
    try ListEntry.refresh(conversation, user: user, db)
    return losesCount(delta, over: record, before: before, after: after)
  }

  private func writePrivate(_ delta: FeedDelta) throws {
    if let profile = delta.profile { try ProfileRecord.upsert(profile, db) }
    for settings in delta.settings { try SettingsRecord.upsert(settings, db) }
    for reminder in delta.reminders { try ReminderRecord.upsert(reminder, db) }
    for opinion in delta.opinions { try OpinionRecord.upsert(opinion, db) }
    for mark in delta.priorities { try PriorityRecord.upsert(mark, db) }
    if !delta.priorities.isEmpty { try PriorityRecord.forgetOver(db) }
  }

  /// Messages below the window are stored as well, unseen: a page that was read before them must
  /// not bring back older rows.
  private func writeMessages(_ messages: [Message], in conversation: ConversationID) throws {
    guard !messages.isEmpty else { return }
    for message in messages {
      try AnswerRecord.forget(changedBy: message, in: conversation, db)
      try MessageRecord.upsert(message, in: conversation, db)
    }
    try settle(messages, in: conversation)
  }

  /// Withdrawn insights leave no row behind, so one that is not held is only new when the delta
  /// moves the cursor; a delta that starts above the cursor cannot tell, and what it has comes
  /// again with the pull.
  private func writeInsights(of delta: FeedDelta, in conversation: ConversationID, over record: FeedRecord) throws {
    guard let fromRev = delta.fromRev, let toRev = delta.toRev, delta.isReset || fromRev <= record.cursor
    else { return }
    let allowsNew = delta.isReset || toRev > record.cursor
    for insight in delta.insights {
      try InsightRecord.apply(insight, in: conversation, allowsNew: allowsNew, db)
    }
  }

  private func settleOutbox(_ delta: FeedDelta) throws {
    guard let conversation = delta.feed.conversation else { return }
    try settle(delta.messages, in: conversation)
  }

  private func settle(_ messages: [Message], in conversation: ConversationID) throws {
    guard let user, try OutboxRecord.hasEntries(in: conversation, db) else { return }
    for message in messages { try OutboxRecord.settle(with: message, in: conversation, user: user, db) }
  }

  private func losesCount(
    _ delta: FeedDelta, over record: FeedRecord, before: Member?, after: Member?
  ) -> Bool {
    guard !delta.isReset, let before, let after, record.windowStart > 1 else { return false }
    let start = max(after.readSeq, after.joinSeq)
    guard start < record.windowStart - 1 else { return false }
    let former = max(before.readSeq, before.joinSeq)
    if former != start, record.unreadBefore > 0 || start < former { return true }
    return record.unreadBefore > 0
      && delta.messages.contains {
        $0.isDeleted && $0.seq > start && $0.seq < record.windowStart && $0.sender != after.user
      }
  }
}
