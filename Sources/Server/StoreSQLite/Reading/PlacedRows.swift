import Domain
import ServerCore

/// How messages are read together with their conversation and what they were classified as.
enum PlacedRows {
  static let columns = """
    \(MessageRows.columns), c.id, g.action, g.decision, g.scheduling, g.urgency, g.isQuestion, g.urgentWords, g.model
    """
  /// What follows `MessageRows.source`; the order of the joins is kept.
  static let joins = """
    CROSS JOIN conversations c ON c.key = m.position >> 32 LEFT JOIN signals g ON g.position = m.position
    """
  static let source = "\(MessageRows.source) \(joins)"
  /// The column after these.
  static let end: Int32 = 20

  /// The message of a row, with its former texts.
  static func placed(
    _ row: SQLiteRow, snippet: String? = nil, score: Double = 0, on connection: SQLiteConnection
  ) throws -> PlacedMessage {
    var messages = [try MessageRows.message(row)]
    try MessageRows.addEdits(to: &messages, conversation: MessageRows.conversation(row.integer(0)), on: connection)
    return PlacedMessage(
      conversation: try row.id(12), message: messages[0], snippet: snippet, keywordScore: score,
      signals: signals(row))
  }

  private static func signals(_ row: SQLiteRow) -> StoredSignals? {
    guard !row.isNull(13) else { return nil }
    return StoredSignals(
      action: row.real(13), decision: row.real(14), scheduling: row.real(15), urgency: row.real(16),
      isQuestion: row.flag(17), urgentWords: row.words(18), model: row.text(19))
  }
}
