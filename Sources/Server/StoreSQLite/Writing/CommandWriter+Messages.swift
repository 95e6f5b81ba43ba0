import Domain
import GRDBSQLite
import ServerCore

extension CommandWriter {
  func apply(_ command: MessageCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .post(let sender, let conversation, let id, let text, let replyTo):
      try post(PostRequest(sender: sender, id: id, text: text, replyTo: replyTo, at: time), in: conversation)
    case .edit(let asker, let conversation, let id, let editID, let text):
      try edit(id, by: asker, in: conversation, editID: editID, text: text, at: time)
    case .delete(let asker, let conversation, let id):
      try delete(id, by: asker, in: conversation, at: time)
    }
  }

  /// The fast path, which is not "load, rule, save": what a repeat would be is not looked up before, for nearly no post is
  /// one. The message is composed by the rule from what is in memory, and the table's unique index says whether its id is
  /// new; only when it is not, the message that has it is loaded and the rule asked about it. So a new message costs one
  /// statement instead of two.
  func post(_ request: PostRequest, in conversation: ConversationID) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    let message = try Rules.Messages.compose(request, in: cached.state)
    guard let author = cached.state.presentMember(request.sender)?.account else { throw Refusal.notFound }
    let size = message.text.utf8.count
    if let replyTo = message.replyTo, try !contains(replyTo, cached) {
      if let answer = try repeatedPost(request, in: cached) { return answer }
      throw Rules.Messages.strayReply
    }
    do {
      try usage.space(of: author).check(adding: size)
    } catch {
      if let answer = try repeatedPost(request, in: cached) { return answer }
      throw error
    }
    try statements.insert(message, position: cached.position(of: message.seq), sender: author, ordinal: nextOrdinal)
    guard sqlite3_changes(connection.handle) == 1 else {
      guard let answer = try repeatedPost(request, in: cached) else {
        throw SQLiteFailure(code: SQLITE_INTERNAL, message: "a message is neither new nor known")
      }
      return answer
    }
    nextOrdinal += 1
    usage.posted(size, by: author)
    try PostCounts(connection: connection).posted(message.seq, in: cached.key)
    let answer = Rules.Messages.posted(message, in: cached.state)
    cache.markDirty(cached)
    cached.state.didPost()
    return answer
  }

  func edit(
    _ id: MessageID, by asker: UserID, in conversation: ConversationID, editID: EditID, text: String,
    at time: Timestamp
  ) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    let found = try foundMessage(id, in: cached)
    let isKnown = try found.map { found in
      try connection.integer(
        "SELECT count(*) FROM edits WHERE position = ? AND id = ?", .integer(found.position), .id(editID)) > 0
    }
    let ruling = try Rules.Messages.edit(
      found?.message, isKnown: isKnown ?? false, to: text, editID: editID, by: asker, in: cached.state,
      space: usage.space(of: found?.author), at: time)
    return try save(ruling, of: found, in: cached, at: time) { found, change in
      let number = Int64(change.message.editCount)
      try connection.run(
        "INSERT INTO edits (position, number, id, at, text) VALUES (?, ?, ?, ?, ?)",
        .integer(found.position), .integer(number), .id(editID), .time(time), .text(change.formerText))
      // Ids stay for ever so that a late retry is recognised; old texts do not.
      try connection.run(
        "UPDATE edits SET text = NULL WHERE position = ? AND number <= ? AND text IS NOT NULL",
        .integer(found.position), .integer(number - Int64(Message.maximumEditHistory)))
      try connection.run(
        "UPDATE messages SET text = ?, editCount = ?, editedAt = ?, changedRev = ? WHERE position = ?",
        .text(change.message.text), .integer(number), .time(time), .integer(change.message.rev),
        .integer(found.position))
    }
  }

  func delete(
    _ id: MessageID, by asker: UserID, in conversation: ConversationID, at time: Timestamp
  ) throws -> CommandAnswer {
    let cached = try self.conversation(conversation)
    let found = try foundMessage(id, in: cached)
    let ruling = try Rules.Messages.delete(found?.message, by: asker, in: cached.state, at: time)
    return try save(ruling, of: found, in: cached, at: time) { found, change in
      try connection.run(
        """
        UPDATE messages SET text = '', deletedAt = ?, deletedBy = (SELECT key FROM users WHERE id = ?), changedRev = ?
        WHERE position = ?
        """, .time(change.message.deletedAt), .id(change.message.deletedBy), .integer(change.message.rev),
        .integer(found.position))
      try connection.run("DELETE FROM edits WHERE position = ?", .integer(found.position))
    }
  }
}

extension CommandWriter {
  struct FoundMessage {
    let position: Int64
    let ordinal: Int64
    let author: Int64
    let message: Message
  }

  /// Saves the row by `write`, and what follows from it: how much text there is, what is found by searching, and the
  /// insights that rest on the message.
  private func save(
    _ ruling: MessageRuling, of found: FoundMessage?, in cached: CachedConversation, at time: Timestamp,
    write: (FoundMessage, MessageChange) throws -> Void
  ) throws -> CommandAnswer {
    guard case .changed(let change) = ruling, let found else {
      guard case .repeated(let answer) = ruling else { throw Refusal.notFound }
      return answer
    }
    try markErased()
    try write(found, change)
    let isIndexed = found.ordinal <= indexer.indexed
    try usage.changed(by: change.growth, of: found.author, isIndexed: isIndexed)
    if isIndexed {
      try statements.unindex(change.formerText, in: cached.key, ordinal: found.ordinal)
      if !change.message.isDeleted {
        try statements.index(change.message.text, in: cached.key, ordinal: found.ordinal)
      }
    }
    let insights = try follow(change.message, at: found, in: cached, time: time)
    let answer = change.answer(insights: insights, in: cached.state)
    advance(cached)
    return answer
  }

  /// The message if it is in this conversation.
  private func foundMessage(_ id: MessageID, in cached: CachedConversation) throws -> FoundMessage? {
    try foundMessage(id).flatMap { MessageRows.conversation($0.position) == cached.key ? $0 : nil }
  }

  private func foundMessage(_ id: MessageID) throws -> FoundMessage? {
    let found = try connection.first(
      "SELECT \(MessageRows.columns), \(PlaceColumn.list) FROM \(MessageRows.source) WHERE m.id = ?", .id(id)
    ) { row in
      FoundMessage(
        position: row.integer(MessageColumn.position), ordinal: row.integer(PlaceColumn.ordinal),
        author: row.integer(PlaceColumn.sender), message: try MessageRows.message(row))
    }
    guard let found, found.message.editCount > 0, !found.message.isDeleted else { return found }
    var message = found.message
    message.edits = try MessageRows.edits(of: found.position, on: connection)
    return FoundMessage(position: found.position, ordinal: found.ordinal, author: found.author, message: message)
  }

  private func contains(_ id: MessageID, _ cached: CachedConversation) throws -> Bool {
    let position = try connection.first("SELECT position FROM messages WHERE id = ?", .id(id)) { $0.integer(.only) }
    return position.map { MessageRows.conversation($0) == cached.key } ?? false
  }

  /// The answer to a post whose id is in use; `nil` when it is not.
  private func repeatedPost(_ request: PostRequest, in cached: CachedConversation) throws -> CommandAnswer? {
    guard let found = try foundMessage(request.id) else { return nil }
    let isHere = MessageRows.conversation(found.position) == cached.key
    return try Rules.Messages.repeated(
      found.message, isHere: isHere, by: request.sender, in: cached.state)
  }
}
