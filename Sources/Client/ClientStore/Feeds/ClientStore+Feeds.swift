import Domain
import GRDB

extension ClientStore {
  /// The revision up to which each feed that the device holds is complete.
  package func cursors() throws -> [FeedID: Int64] {
    try read { db in
      Dictionary(try FeedRecord.all(db).map { ($0.feed, $0.cursor) }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Of which history of the server the copies are; `nil` while the server has not said so.
  package func history() throws -> HistoryID? {
    try read(HistoryRecord.find)
  }

  /// The server has said of which history it is. When the copies are of another one, which a
  /// restore has ended, they are erased, and with them how far the user has read there: revisions
  /// and seqs of the two do not compare. The outbox and the drafts stay. Answers whether anything
  /// was erased.
  @discardableResult
  package func adopt(_ history: HistoryID) throws -> Bool {
    try writeDurably { db in
      if try HistoryRecord.admits(history, db) { return false }
      for table in Schema.feedTableNames + ["watermark"] { try db.execute(sql: "DELETE FROM \(table)") }
      try OutgoingFileRecord.forgetCompletion(db)
      try HistoryRecord.save(history, db)
      for record in try RequestRecord.all(db) { try FormerConversation.begin(record.request, at: clock.now, db) }
      return true
    }
  }

  /// Applies a delta or a window by the sync law. Own messages in it leave the outbox, and the
  /// copies of files go whose message is deleted. One of another history changes nothing.
  package func apply(_ delta: FeedDelta) throws -> ApplyResult {
    try removingFiles(of: delta) { db in
      guard try HistoryRecord.admits(delta.history, db) else { return .stale }
      return try FeedWriter(db).apply(delta)
    }
  }

  /// A transaction that applies a delta; afterwards the copies of files go whose messages it has as
  /// deleted, and those of photos that nobody has any more.
  func removingFiles<Value>(of delta: FeedDelta, _ body: (Database) throws -> Value) throws -> Value {
    let deleted = delta.messages.filter(\.isDeleted).map(\.id)
    guard let conversation = delta.feed.conversation, !deleted.isEmpty || !delta.members.isEmpty else {
      return try write(body)
    }
    let (files, value, hasErased) = try write { db in
      let cited = try deleted.contains { try AnswerRecord.isCited($0, db) }
      let files = try MessageRecord.files(of: deleted, in: conversation, db)
      let photos = try MemberRecord.formerPhotos(delta.members, in: conversation, db)
      let value = try body(db)
      return (files + (try photos.filter { try !MemberRecord.isShown($0, db) }), value, cited)
    }
    // The log holds the answer as it was until then.
    if hasErased { try emptyLog() }
    if !files.isEmpty { try cache.remove(files) }
    return value
  }

  /// The same unless somebody else has signed in, or nobody is, since `user` asked for it: then
  /// nothing is applied and the answer is `nil`.
  package func apply(_ delta: FeedDelta, of user: UserID) throws -> ApplyResult? {
    try write { db in
      guard try AccountRecord.user(db) == user else { return nil }
      guard try HistoryRecord.admits(delta.history, db) else { return .stale }
      return try FeedWriter(db).apply(delta)
    }
  }

  /// Joins a page to the window if the two touch and are of one history.
  package func apply(_ page: MessagePage) throws {
    try write { db in
      guard try HistoryRecord.admits(page.history, db) else { return }
      try FeedWriter(db).apply(page)
    }
  }

  /// The user is no longer in the feed: erases all rows of it. What waits in its outbox fails with
  /// `notFound` and stays for the user to read and discard; deletions that wait are dropped.
  package func removeFeed(_ feed: FeedID) throws {
    let files = try writeDurably { db in
      let files = try feed.conversation.map { try MessageRecord.files(of: $0, db) } ?? []
      try FeedWriter(db).forget(feed)
      guard let conversation = feed.conversation else { return files }
      try LocalWatermarkRecord.delete(conversation, db)
      try db.run("DELETE FROM draft WHERE conversation = ?", [conversation.blob])
      try OutboxRecord.failAll(in: conversation, with: .notFound, db)
      try RequestRecord.deleteAll(of: conversation, db)
      try AnswerRecord.forget(conversation, db)
      return files
    }
    try emptyLog()
    try cache.remove(files)
  }

  /// Seq of the oldest message that the device holds; `nil` for an unknown conversation.
  package func windowStart(_ conversation: ConversationID) throws -> Int64? {
    try read { try FeedRecord.find(.conversation(conversation), $0)?.windowStart }
  }

  /// Whether the server has messages before the window.
  package func hasOlder(_ conversation: ConversationID) throws -> Bool {
    try windowStart(conversation).map { $0 > 1 } ?? false
  }
}
