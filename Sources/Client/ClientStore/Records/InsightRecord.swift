import Domain
import Foundation
import GRDB
import WireProtocol

/// The insight table: what was found or marked in the conversations that the device holds.
/// Withdrawn ones are erased.
enum InsightRecord {
  /// Keeps the row unless a newer one is stored. One that is not stored is only taken when
  /// `allowsNew`: else it was withdrawn since.
  static func apply(_ insight: Insight, in conversation: ConversationID, allowsNew: Bool, _ db: Database) throws {
    let key: StatementArguments = [conversation.blob, insight.id.blob]
    let stored = try db.row("SELECT rev FROM insight WHERE conversation = ? AND id = ?", key).map { $0[0] as Int64 }
    guard stored.map({ $0 < insight.rev }) ?? allowsNew else { return }
    if insight.status == .withdrawn {
      try db.run("DELETE FROM insight WHERE conversation = ? AND id = ?", key)
      return
    }
    try db.run(
      """
      INSERT OR REPLACE INTO insight (conversation, id, rev, kind, status, owner, createdAt, body)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        conversation.blob, insight.id.blob, insight.rev, insight.kind.rawValue, insight.status.rawValue,
        insight.owner?.blob, insight.createdAt.milliseconds, Data(insight.json()),
      ])
  }

  /// By id.
  static func all(of conversation: ConversationID, _ db: Database) throws -> [Insight] {
    try db.map("SELECT body FROM insight WHERE conversation = ? ORDER BY id", [conversation.blob], decode)
  }

  /// Those that pass the filter, newest first, without what was of no help to the user.
  static func find(_ filter: InsightFilter, _ db: Database) throws -> [PlacedInsight] {
    let words = (filter.query ?? "").split(whereSeparator: \.isWhitespace).map { folded(String($0)) }
    let cursor = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT body, conversation FROM insight
          WHERE (?1 IS NULL OR kind = ?1) AND (?2 IS NULL OR conversation = ?2) AND (?3 IS NULL OR owner = ?3)
            AND createdAt >= ?4 AND createdAt < ?5
          ORDER BY createdAt DESC, id DESC
          """),
      arguments: [
        filter.kind?.rawValue, filter.conversation?.blob, filter.owner?.blob,
        filter.after?.milliseconds ?? Int64.min, filter.before?.milliseconds ?? Int64.max,
      ])
    let unhelpful = try OpinionRecord.unhelpfulIDs(db)
    var found: [PlacedInsight] = []
    while found.count < filter.limit, let row = try cursor.next() {
      let insight = try decode(row)
      guard filter.statuses?.contains(insight.status) ?? true,
        filter.isMaybe ?? insight.isMaybe == insight.isMaybe, matches(insight, words),
        !insight.isHidden(by: unhelpful)
      else { continue }
      found.append(PlacedInsight(conversation: try row.identifier(1), insight: insight))
    }
    return found
  }

  private static func decode(_ row: Row) throws -> Insight {
    try Insight(json: [UInt8](row[0] as Data))
  }

  private static func matches(_ insight: Insight, _ words: [String]) -> Bool {
    guard !words.isEmpty else { return true }
    let texts = ([insight.text, insight.context ?? ""] + insight.tags).map(folded)
    return words.allSatisfy { word in texts.contains { $0.contains(word) } }
  }

  private static func folded(_ text: String) -> String {
    text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
  }
}
