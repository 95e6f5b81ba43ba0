import Domain

extension StoreTransaction {
  func perform(_ command: MessageCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .post(let sender, let id, let message, let text, let replyTo, let attachments):
      let request = PostRequest(
        sender: sender, id: message, text: text, replyTo: replyTo, attachments: attachments, at: time)
      return try post(request, in: conversation(id))
    case .edit(let asker, let id, let message, let edit, let text):
      let conversation = try conversation(id)
      let found = try self.message(message, in: conversation)
      let isKnown = try found.map { try self.isKnown(edit, at: $0.place) }
      let isHeld = try isHeld(found, in: conversation)
      let ruling = try Rules.Messages.edit(
        found?.message, isKnown: isKnown ?? false, isHeld: isHeld, to: text, editID: edit, by: asker,
        in: conversation.state,
        space: space(of: found?.author), at: time)
      return try save(ruling, of: found, edit: edit, in: conversation, at: time)
    case .delete(let asker, let id, let message):
      let conversation = try conversation(id)
      let found = try self.message(message, in: conversation)
      let isHeld = try isHeld(found, in: conversation)
      let ruling = try Rules.Messages.delete(
        found?.message, isHeld: isHeld, by: asker, in: conversation.state, at: time)
      return try save(ruling, of: found, edit: nil, in: conversation, at: time)
    }
  }

  /// What a repeat would be is not looked up before, for nearly no post is one. The message is
  /// composed by the rule from what is in memory, and inserting it says whether its id is new; only
  /// when it is not, the message that has it is loaded and the rule asked about it. So a new
  /// message costs one statement instead of two.
  private func post(_ request: PostRequest, in conversation: LoadedConversation) throws -> CommandAnswer {
    var message = try Rules.Messages.compose(request, in: conversation.state)
    guard let author = conversation.state.presentMember(request.sender)?.account else { throw Refusal.notFound }
    if let replyTo = message.replyTo, try source(replyTo, in: conversation) == nil {
      if let answer = try repeatedPost(request, in: conversation) { return answer }
      throw Rules.Messages.strayReply
    }
    do {
      try space(of: author).check(adding: message.text.utf8.count)
      if !request.attachments.isEmpty { message.attachments = try attachments(request.attachments, by: author) }
    } catch {
      if let answer = try repeatedPost(request, in: conversation) { return answer }
      throw error
    }
    guard try insert(message, by: author, in: conversation) else {
      guard let answer = try repeatedPost(request, in: conversation) else {
        throw Refusal(.internal, "A message is neither new nor known.")
      }
      return answer
    }
    let answer = Rules.Messages.posted(message, in: conversation.state)
    markChanged(conversation)
    conversation.state.didPost()
    return answer
  }

  /// The answer to a post whose id is in use; `nil` when it is not.
  private func repeatedPost(_ request: PostRequest, in conversation: LoadedConversation) throws -> CommandAnswer? {
    guard let found = try message(request.id) else { return nil }
    return try Rules.Messages.repeated(
      found.message, isHere: found.place.conversation == conversation.key, by: request.sender, in: conversation.state)
  }

  private func save(
    _ ruling: MessageRuling, of found: StoredMessage?, edit: EditID?, in conversation: LoadedConversation,
    at time: Timestamp
  ) throws -> CommandAnswer {
    guard case .changed(let change) = ruling, let found else {
      guard case .repeated(let answer) = ruling else { throw Refusal.notFound }
      return answer
    }
    let insights = try save(change, of: found, edit: edit, in: conversation, at: time)
    let answer = change.answer(insights: insights, in: conversation.state)
    advance(conversation)
    return answer
  }

  /// Saves the row and what follows from it: private records that rest on the message fall, the
  /// message is due, and the insights that cite it follow. They are answered; all is under the
  /// conversation's next revision, which is still to be taken.
  func save(
    _ change: MessageChange, of found: StoredMessage, edit: EditID?, in conversation: LoadedConversation,
    at time: Timestamp
  ) throws -> [Insight] {
    let citing = try insights(.citing(found.place), in: conversation)
    try save(change, of: found, edit: edit, in: conversation)
    if change.message.isDeleted, !found.message.attachments.isEmpty { try removeFiles(.of(found.place)) }
    try eraseRecords(.restingOn(found.place))
    if conversation.state.row.isIntelligenceOn { try makeDue(found.place) }
    let revision = try following(change.message, citing, in: conversation, at: time)
    try save(revision, in: conversation)
    return revision.rows
  }

  private func following(
    _ message: Message, _ citing: [Insight], in conversation: LoadedConversation, at time: Timestamp
  ) throws -> InsightRevision {
    guard message.isDeleted else {
      return Rules.Insights.followEdit(of: message.id, citing, in: conversation.state, at: time)
    }
    var texts: [MessageID: String] = [:]
    for other in citing.compactMap({ Rules.Insights.standIn(for: $0, without: message.id) }) {
      texts[other] = try self.message(other)?.message.text
    }
    return Rules.Insights.followDeletion(
      of: message.id, citing, texts: texts, in: conversation.state, at: time)
  }

  /// The message if it is in this conversation.
  private func message(_ id: MessageID, in conversation: LoadedConversation) throws -> StoredMessage? {
    try message(id).flatMap { $0.place.conversation == conversation.key ? $0 : nil }
  }
}
