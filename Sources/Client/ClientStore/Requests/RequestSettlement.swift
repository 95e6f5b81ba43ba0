import Domain
import GRDB

/// Puts what the server has answered in the place of what was shown of a request until then, so
/// that nothing falls back to what it was while the feed is on its way. Rows that the feed has
/// brought in the meantime are newer and stay.
struct RequestSettlement {
  let db: Database
  let now: Timestamp

  func settle(_ request: ServerRequest, with answer: RequestAnswer) throws {
    switch (request, answer) {
    case (.changeInsight(_, _, let conversation), .insight(let row)),
      (.markInsight(_, _, _, let conversation, _), .insight(let row)),
      (.writeTask(_, _, let conversation), .insight(let row)):
      try take(row, in: conversation)
    case (_, .reminder(let row)): try ReminderRecord.upsert(row, db)
    case (_, .settings(let row)):
      try SettingsRecord.upsert(row, db)
    case (.setOpinion(let feedback, let subject, let message, let conversation), _):
      try OpinionRecord.note(Opinion(subject, of: message, in: conversation, feedback), db)
    case (.correctPriority(let message, let conversation, let priority), _):
      try PriorityRecord.note(message, in: conversation, priority, at: now, db)
    case (.savePreferences(let preferences), _):
      if !preferences.isOn { try AnswerRecord.forgetAll(db) }
      try AnswerRecord.save(KeptAnswers.preferences, [AnswerItem(preferences)], at: now, db)
    case (_, .window(let window)): try make(request, window)
    case (.summarize(let conversation, _, _), .output(let output)):
      try AnswerRecord.save(KeptAnswers.summary(conversation), [AnswerItem(output)], at: now, db)
    case (.digest, .output(let output)):
      try AnswerRecord.save(KeptAnswers.digest, [AnswerItem(output)], at: now, db)
    case (.ask, .output(let output)):
      try AnswerRecord.save(KeptAnswers.question, [AnswerItem(output)], at: now, db)
    case (.talk, .talk(let messages)):
      try AnswerRecord.save(KeptAnswers.talk, messages.map(AnswerItem.init), at: now, db)
    default: break
    }
  }

  /// One that the device does not have is only new while the feed is behind it: else it was
  /// withdrawn since.
  private func take(_ insight: Insight, in conversation: ConversationID) throws {
    let cursor = try FeedRecord.find(.conversation(conversation), db)?.cursor ?? 0
    try InsightRecord.apply(insight, in: conversation, allowsNew: cursor < insight.rev, db)
  }

  private func make(_ request: ServerRequest, _ window: FeedDelta) throws {
    guard try HistoryRecord.admits(window.history, db), let made = window.feed.conversation else { return }
    _ = try FeedWriter(db).apply(window)
    if case .openDirect(let former, _) = request { try FormerConversation.move(former, to: made, db) }
  }
}
