import Domain

extension Rules.Retentions {
  /// Messages that are erased at once, so that nobody waits for it.
  package static let batch = 20

  /// Throws `invalid` for other than 0 to 3,650 days.
  package static func validated(_ retention: Retention) throws(Refusal) -> Retention {
    guard Retention.daysRange ~= retention.days else {
      throw Refusal(.invalid, "Messages are kept for 1 to \(Retention.daysRange.upperBound) days, or for ever (0).")
    }
    return retention
  }

  /// What holds for a conversation.
  package static func effective(_ own: Retention?, in workspace: Retention) -> Retention { own ?? workspace }

  /// Messages that were posted then or before have expired; `nil` where none does.
  package static func limit(
    of state: RetentionState, in workspace: Retention, at time: Timestamp
  ) -> Timestamp? {
    let days = effective(state.own, in: workspace).days
    guard days > 0, !state.isHeld else { return nil }
    return time.adding(seconds: -days * 86_400)
  }

  /// What is to be erased of `messages`: the first `batch` of a conversation after those that were
  /// looked at before, oldest first. What somebody under a hold wrote stays.
  package static func sweep(
    _ messages: [AgingMessage], batch: Int, of state: RetentionState, in workspace: Retention, at time: Timestamp
  ) -> RetentionSweep {
    var sweep = RetentionSweep(sweptSeq: state.sweptSeq, isDone: true)
    guard let limit = limit(of: state, in: workspace, at: time) else { return sweep }
    for message in messages {
      guard message.createdAt <= limit else { return sweep }
      if !message.isDeleted, !message.isHeld { sweep.expired.append(message.id) }
      sweep.sweptSeq = message.seq
    }
    sweep.isDone = messages.count < batch
    return sweep
  }

  /// The message without its content, by nobody's hand.
  package static func expire(
    _ message: Message, in state: ConversationState, at time: Timestamp
  ) -> MessageChange {
    MessageChange(
      message: message.deleted(by: nil, at: time, rev: state.nextRev), formerText: message.text,
      growth: -message.text.utf8.count)
  }

  /// What a conversation's members hear of a sweep: all of it under one revision.
  package static func announced(
    _ messages: [Message], insights: [Insight], in state: ConversationState
  ) -> [FeedChange] {
    let delta = FeedDelta(
      feed: state.feed, fromRev: state.rev, toRev: state.nextRev, messages: messages, insights: insights)
    return [.delta(delta, audience: state.audience)]
  }

  /// Throws `conflict` for an account that is held, for then its address must stay.
  package static func checkDeletion(isHeld: Bool) throws(Refusal) {
    guard !isHeld else {
      throw Refusal(.conflict, "This account is under a legal hold: it cannot be deleted until that is lifted.")
    }
  }

  /// Throws `conflict` for a message that somebody wants to delete although it is held.
  package static func checkDeletion(ofMessageHeld isHeld: Bool) throws(Refusal) {
    guard !isHeld else {
      throw Refusal(.conflict, "This message is under a legal hold: it cannot be deleted until that is lifted.")
    }
  }

  /// Throws `conflict` for an edit by which the oldest former text of a held message would go.
  package static func checkEdit(of message: Message?, isHeld: Bool) throws(Refusal) {
    guard isHeld, let message, message.edits.count >= Message.maximumEditHistory else { return }
    throw Refusal(.conflict, "This message is under a legal hold: it cannot be edited any further.")
  }
}
