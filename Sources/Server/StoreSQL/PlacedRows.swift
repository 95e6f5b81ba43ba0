import Domain
import ServerCore

/// How messages are read together with their conversation and what they were classified as.
enum PlacedRows {
  static let columns = "\(MessageRows.columns), \(PlacedColumn.list)"
  /// What follows `MessageRows.source`; the order of the joins is kept.
  static let joins = """
    \(Dialect.ordered) conversations c ON c.key = m.position >> 32 LEFT JOIN signals g ON g.position = m.position
    """
  static let source = "\(MessageRows.source) \(joins)"

  /// The message of a row, with its former texts.
  static func placed(
    _ row: SQLRow, snippet: String? = nil, score: Double = 0, on connection: SQLConnection
  ) throws -> PlacedMessage {
    PlacedMessage(
      conversation: try row.id(PlacedColumn.conversation), message: try MessageRows.whole(row, on: connection),
      snippet: snippet, keywordScore: score, signals: signals(row))
  }

  private static func signals(_ row: SQLRow) -> StoredSignals? {
    guard !row.isNull(PlacedColumn.action) else { return nil }
    return StoredSignals(
      action: row.real(PlacedColumn.action), decision: row.real(PlacedColumn.decision),
      scheduling: row.real(PlacedColumn.scheduling), urgency: row.real(PlacedColumn.urgency),
      isQuestion: row.flag(PlacedColumn.isQuestion), urgentWords: row.words(PlacedColumn.urgentWords),
      model: row.text(PlacedColumn.model))
  }
}

/// What follows `MessageColumn`.
enum PlacedColumn: Int32, SQLColumnList {
  case conversation, action, decision, scheduling, urgency, isQuestion, urgentWords, model

  static let offset = MessageColumn.count

  var sql: String { self == .conversation ? "c.id" : "g.\(self)" }
}
