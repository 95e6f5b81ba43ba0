import Domain
import GRDBSQLite
import ServerCore

extension CommandWriter {
  func post(
    _ id: MessageID, by sender: UserID, in conversation: ConversationID, text: String, replyTo: MessageID?,
    at time: Timestamp
  ) throws -> Applied {
    let state = try authorized(.post, sender, conversation)
    guard let author = state.presentEntry(of: sender) else { throw Refusal.notFound }
    let text = try MessageText.validated(text)
    if let replyTo, try !contains(replyTo, state) {
      if let applied = try repeatedPost(id, by: sender, in: state) { return applied }
      throw Refusal(.invalid, "The message that this one replies to is not in the conversation.")
    }
    do {
      try usage.check(author.key, adding: text.utf8.count)
    } catch {
      if let applied = try repeatedPost(id, by: sender, in: state) { return applied }
      throw error
    }
    let message = Message(
      id: id, seq: state.lastSeq + 1, rev: state.rev + 1, sender: sender, text: text, createdAt: time, replyTo: replyTo)
    try statements.insert(
      message, position: state.position(of: message.seq), sender: author.key, ordinal: nextOrdinal)
    guard sqlite3_changes(connection.handle) == 1 else {
      guard let applied = try repeatedPost(id, by: sender, in: state) else {
        throw SQLiteFailure(code: SQLITE_INTERNAL, message: "a message is neither new nor known")
      }
      return applied
    }
    nextOrdinal += 1
    usage.posted(text.utf8.count, by: author.key)
    try PostCounts(connection: connection).posted(state.takeSeq(), in: state.key)
    return announce(message, in: state)
  }

  func edit(
    _ id: MessageID, by asker: UserID, in conversation: ConversationID, editID: EditID, text: String,
    at time: Timestamp
  ) throws -> Applied {
    let state = try authorized(.read, asker, conversation)
    let text = try MessageText.validated(text)
    guard let stored = try storedMessage(id, in: state) else { throw Refusal.notFound }
    let standing = state.standing(of: asker, isAuthor: stored.message.sender == asker)
    try AccessPolicy.decide(.editMessage, standing).check()
    guard !stored.message.isDeleted else { throw Refusal(.gone, "The message has been deleted.") }
    let known = try connection.integer(
      "SELECT count(*) FROM edits WHERE position = ? AND id = ?", .integer(stored.position), .id(editID))
    if known > 0 { return repeated(stored.message, in: state) }
    let growth = text.utf8.count - stored.message.text.utf8.count
    if growth > 0 { try usage.check(stored.sender, adding: growth) }

    try markErased()
    let rev = advance(state)
    let edited = stored.message.edited(to: text, editID: editID, at: time, rev: rev.to)
    try connection.run(
      "INSERT INTO edits (position, number, id, at, text) VALUES (?, ?, ?, ?, ?)",
      .integer(stored.position), .integer(Int64(edited.editCount)), .id(editID), .time(time),
      .text(stored.message.text))
    // Ids stay for ever so that a late retry is recognised; old texts do not.
    try connection.run(
      "UPDATE edits SET text = NULL WHERE position = ? AND number <= ? AND text IS NOT NULL",
      .integer(stored.position), .integer(Int64(edited.editCount - Message.maximumEditHistory)))
    try connection.run(
      "UPDATE messages SET text = ?, editCount = ?, editedAt = ?, changedRev = ? WHERE position = ?",
      .text(text), .integer(Int64(edited.editCount)), .time(time), .integer(rev.to), .integer(stored.position))
    try usage.changed(by: growth, of: stored.sender, isIndexed: stored.ordinal <= indexer.indexed)
    if stored.ordinal <= indexer.indexed {
      try statements.unindex(stored.message.text, in: state.key, ordinal: stored.ordinal)
      try statements.index(text, in: state.key, ordinal: stored.ordinal)
    }
    let insights = try followChange(
      of: id, at: stored.position, ordinal: stored.ordinal, isDeleted: false, in: state, rev: rev.to, time: time)
    return announce(edited, insights: insights, in: state, rev: rev)
  }

  func delete(
    _ id: MessageID, by asker: UserID, in conversation: ConversationID, at time: Timestamp
  ) throws -> Applied {
    let state = try authorized(.read, asker, conversation)
    guard let stored = try storedMessage(id, in: state) else { throw Refusal.notFound }
    let standing = state.standing(of: asker, isAuthor: stored.message.sender == asker)
    try AccessPolicy.decide(.deleteMessage, standing).check()
    if stored.message.isDeleted { return repeated(stored.message, in: state) }
    guard let deleter = state.presentEntry(of: asker) else { throw Refusal.notFound }

    try markErased()
    let rev = advance(state)
    try connection.run(
      "UPDATE messages SET text = '', deletedAt = ?, deletedBy = ?, changedRev = ? WHERE position = ?",
      .time(time), .integer(deleter.key), .integer(rev.to), .integer(stored.position))
    try connection.run("DELETE FROM edits WHERE position = ?", .integer(stored.position))
    try usage.changed(
      by: -stored.message.text.utf8.count, of: stored.sender, isIndexed: stored.ordinal <= indexer.indexed)
    if stored.ordinal <= indexer.indexed {
      try statements.unindex(stored.message.text, in: state.key, ordinal: stored.ordinal)
    }
    let insights = try followChange(
      of: id, at: stored.position, ordinal: stored.ordinal, isDeleted: true, in: state, rev: rev.to, time: time)
    return announce(
      stored.message.deleted(by: asker, at: time, rev: rev.to), insights: insights, in: state, rev: rev)
  }

  func advanceWatermarks(_ changes: [WatermarkChange], in conversation: ConversationID) throws -> Applied {
    guard let state = try cache.state(conversation) else { throw Refusal.notFound }
    var changed: [UserID: ConversationState.Entry] = [:]
    for change in changes {
      guard AccessPolicy.decide(.advanceWatermark, state.standing(of: change.user)) == .allowed,
        let before = changed[change.user] ?? state.presentEntry(of: change.user)
      else { continue }
      var entry = before
      let read = min(change.read ?? 0, state.lastSeq)
      let delivered = max(min(change.delivered ?? 0, state.lastSeq), read)
      entry.row.deliveredSeq = max(entry.row.deliveredSeq, delivered)
      entry.row.readSeq = max(entry.row.readSeq, read)
      if let unreadFrom = change.unreadFrom { entry.row.readSeq = min(max(unreadFrom, 0), state.lastSeq) }
      if entry.row != before.row { changed[change.user] = entry }
    }
    guard !changed.isEmpty else { return .nothing }
    let rev = advance(state)
    let rows = try save(state.entries.compactMap { changed[$0.row.user] }, in: state, rev: rev.to)
    return Applied(result: .success(.done), changes: [memberDelta(rows, in: state, rev: rev)])
  }
}

extension CommandWriter {
  struct StoredMessage {
    let position: Int64
    let ordinal: Int64
    let sender: Int64
    let message: Message
  }

  /// The message if it is in this conversation.
  private func storedMessage(_ id: MessageID, in state: ConversationState) throws -> StoredMessage? {
    let found = try connection.first(
      "SELECT \(MessageRows.columns), m.ordinal, m.sender FROM \(MessageRows.source) WHERE m.id = ?", .id(id)
    ) { row in
      StoredMessage(
        position: row.integer(0), ordinal: row.integer(12), sender: row.integer(13),
        message: try MessageRows.message(row))
    }
    guard let found, MessageRows.conversation(found.position) == state.key else { return nil }
    guard found.message.editCount > 0, !found.message.isDeleted else { return found }
    var message = found.message
    message.edits = try MessageRows.edits(of: found.position, on: connection)
    return StoredMessage(
      position: found.position, ordinal: found.ordinal, sender: found.sender, message: message)
  }

  private func contains(_ id: MessageID, _ state: ConversationState) throws -> Bool {
    let position = try connection.first("SELECT position FROM messages WHERE id = ?", .id(id)) { $0.integer(0) }
    return position.map { MessageRows.conversation($0) == state.key } ?? false
  }

  /// The answer to a post whose id is in use; `nil` when it is not. Throws `conflict` when it names anything but the very same post.
  private func repeatedPost(_ id: MessageID, by sender: UserID, in state: ConversationState) throws -> Applied? {
    guard try connection.integer("SELECT count(*) FROM messages WHERE id = ?", .id(id)) > 0 else { return nil }
    guard let stored = try storedMessage(id, in: state), stored.message.sender == sender else {
      throw Refusal(.conflict, "That message id is in use.")
    }
    return repeated(stored.message, in: state)
  }

  private func repeated(_ message: Message, in state: ConversationState) -> Applied {
    Applied(result: .success(.message(FeedDelta(feed: .conversation(state.id), messages: [message]))))
  }

  private func announce(_ message: Message, in state: ConversationState) -> Applied {
    announce(message, in: state, rev: advance(state))
  }

  private func announce(
    _ message: Message, insights: [Insight] = [], in state: ConversationState, rev: (from: Int64, to: Int64)
  ) -> Applied {
    let delta = FeedDelta(
      feed: .conversation(state.id), fromRev: rev.from, toRev: rev.to, messages: [message], insights: insights)
    return Applied(result: .success(.message(delta)), changes: [.delta(delta, audience: state.audience)])
  }
}
