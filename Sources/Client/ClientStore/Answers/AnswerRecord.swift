import Domain
import Foundation
import GRDB

/// The answer tables: what the server has answered last, for when there is no connection, with what
/// each item rests on.
enum AnswerRecord {
  /// Days after which an answer is forgotten, as the server forgets its own.
  static let days: Int64 = 30
  /// Conversations whose last summary is kept, those that were summed up last.
  static let mostSummaries = 50
  /// Items of one answer.
  static let mostItems = 500

  private static let milliseconds = days * 86_400_000

  /// Takes the place of the former answer. What is cited and is not there any more by what the
  /// device has is left out.
  static func save(_ name: String, _ items: [AnswerItem], at now: Timestamp, _ db: Database) throws {
    try forget(name, db)
    try forgetOld(at: now, db)
    try db.run("INSERT INTO answer (name, savedAt) VALUES (?, ?)", [name, now.milliseconds])
    let oldest = now.adding(milliseconds: milliseconds)
    for (number, item) in items.suffix(mostItems).enumerated() {
      if try item.sources.contains(where: { try isErased($0, db) }) { continue }
      try db.run(
        "INSERT INTO answerItem (answer, number, item, until, body) VALUES (?, ?, ?, ?, ?)",
        [name, number, item.id, min(oldest, item.until ?? oldest).milliseconds, Data(item.body)])
      for source in item.sources {
        try db.run(
          "INSERT INTO answerSource (answer, number, conversation, message) VALUES (?, ?, ?, ?)",
          [name, number, source.conversation.blob, source.message?.blob])
      }
    }
    if name.hasPrefix(KeptAnswers.summaries) { try boundSummaries(db) }
  }

  /// When it was kept, and its items; `nil` when there is none or it is too old.
  static func find(
    _ name: String, at now: Timestamp, _ db: Database
  ) throws -> (savedAt: Timestamp, bodies: [[UInt8]])? {
    let oldest = now.milliseconds - milliseconds
    guard
      let savedAt = try db.row("SELECT savedAt FROM answer WHERE name = ? AND savedAt > ?", [name, oldest])?.timestamp(
        0)
    else { return nil }
    let bodies = try db.map(
      "SELECT body FROM answerItem WHERE answer = ? AND until > ? ORDER BY number", [name, now.milliseconds]
    ) { [UInt8]($0[0] as Data) }
    return (savedAt, bodies)
  }

  /// The newest copy of one item.
  static func find(item: String, at now: Timestamp, _ db: Database) throws -> [UInt8]? {
    try db.map(
      """
      SELECT i.body FROM answerItem i JOIN answer a ON a.name = i.answer
      WHERE i.item = ? AND i.until > ? AND a.savedAt > ? ORDER BY a.savedAt DESC LIMIT 1
      """, [item, now.milliseconds, now.milliseconds - milliseconds]
    ) { [UInt8]($0[0] as Data) }.first
  }

  // MARK: - Erasing

  static func forget(_ name: String, _ db: Database) throws {
    for table in ["answerSource", "answerItem"] { try db.run("DELETE FROM \(table) WHERE answer = ?", [name]) }
    try db.run("DELETE FROM answer WHERE name = ?", [name])
  }

  /// The server has erased it.
  static func forget(item: String, _ db: Database) throws {
    try erase("SELECT answer, number FROM answerItem WHERE item = ?", [item], db)
  }

  /// The user is not in the conversation any more, or nothing is worked out of it.
  static func forget(_ conversation: ConversationID, _ db: Database) throws {
    try erase("SELECT answer, number FROM answerSource WHERE conversation = ?", [conversation.blob], db)
  }

  /// The AI is off: all that it has answered goes.
  static func forgetAll(_ db: Database) throws {
    for table in ["answerSource", "answerItem", "answer"] { try db.run("DELETE FROM \(table)") }
  }

  /// What cites a message that was deleted or reads otherwise now. Called before the message is
  /// written.
  static func forget(changedBy message: Message, in conversation: ConversationID, _ db: Database) throws {
    guard message.isDeleted || message.editCount > 0, try isCited(message.id, db) else { return }
    let held = try MessageRecord.find(message.id, in: conversation, db)
    guard message.isDeleted || held.map({ $0.editCount < message.editCount }) ?? true else { return }
    try erase("SELECT answer, number FROM answerSource WHERE message = ?", [message.id.blob], db)
  }

  static func isCited(_ message: MessageID, _ db: Database) throws -> Bool {
    try db.row("SELECT 1 FROM answerSource WHERE message = ? LIMIT 1", [message.blob]) != nil
  }

  /// The conversation was read anew, from its newest messages: what became of those before, nobody
  /// has said.
  static func forgetUnheld(in conversation: ConversationID, _ db: Database) throws {
    try erase(
      """
      SELECT s.answer, s.number FROM answerSource s WHERE s.conversation = ?1 AND s.message IS NOT NULL
        AND NOT EXISTS (
          SELECT 1 FROM message m WHERE m.id = s.message AND m.conversation = ?1 AND m.deletedAt IS NULL)
      """, [conversation.blob], db)
  }

  private static func forgetOld(at now: Timestamp, _ db: Database) throws {
    try erase("SELECT answer, number FROM answerItem WHERE until <= ?", [now.milliseconds], db)
    let names = try db.map(
      "SELECT name FROM answer WHERE savedAt <= ?", [now.milliseconds - milliseconds]
    ) { $0[0] as String }
    for name in names { try forget(name, db) }
  }

  private static func erase(_ items: String, _ arguments: StatementArguments, _ db: Database) throws {
    let found = try db.map(items, arguments) { (answer: $0[0] as String, number: $0[1] as Int64) }
    for (answer, number) in found {
      try db.run("DELETE FROM answerItem WHERE answer = ? AND number = ?", [answer, number])
      try db.run("DELETE FROM answerSource WHERE answer = ? AND number = ?", [answer, number])
    }
  }

  private static func isErased(_ source: AnswerItem.Source, _ db: Database) throws -> Bool {
    guard let message = source.message else { return false }
    return try MessageRecord.find(message, in: source.conversation, db)?.isDeleted ?? false
  }

  private static func boundSummaries(_ db: Database) throws {
    let names = try db.map(
      "SELECT name FROM answer WHERE name LIKE 'summary:%' ORDER BY savedAt DESC, name LIMIT -1 OFFSET ?",
      [mostSummaries]
    ) { $0[0] as String }
    for name in names { try forget(name, db) }
  }
}
