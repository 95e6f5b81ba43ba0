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

  /// As the server has it.
  static func held(_ id: InsightID, in conversation: ConversationID, _ db: Database) throws -> Insight? {
    if let row = try db.map(
      "SELECT body FROM insight WHERE conversation = ? AND id = ?", [conversation.blob, id.blob], decode
    ).first {
      return row
    }
    return try LocalRequests(db).marks.first { $0.id == id }?.insight
  }

  /// Those that pass the filter, newest first, with what waits to be changed, and without what was
  /// of no help to the user.
  static func find(_ filter: InsightFilter, _ db: Database) throws -> [PlacedInsight] {
    let local = try LocalRequests(db)
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
        filter.kind?.rawValue, filter.conversation?.blob, local.hasInsights ? nil : filter.owner?.blob,
        filter.after?.milliseconds ?? Int64.min, filter.before?.milliseconds ?? Int64.max,
      ])
    let unhelpful = local.changed(try OpinionRecord.unhelpfulIDs(db))
    func isWanted(_ insight: Insight) -> Bool {
      (filter.statuses?.contains(insight.status) ?? true) && (filter.isMaybe ?? insight.isMaybe) == insight.isMaybe
        && (filter.owner ?? insight.owner) == insight.owner && matches(insight, words)
        && !insight.isHidden(by: unhelpful)
    }
    var found: [PlacedInsight] = []
    while found.count < filter.limit, let row = try cursor.next() {
      let insight = try local.changed(try decode(row))
      if isWanted(insight) {
        found.append(PlacedInsight(conversation: try row.identifier(1), insight: insight))
      }
    }
    guard !local.marks.isEmpty else { return found }
    for mark in local.marks where try isIn(filter, mark) && !isHeld(mark, db) {
      let insight = try local.changed(mark.insight)
      if isWanted(insight) { found.append(PlacedInsight(conversation: mark.conversation, insight: insight)) }
    }
    return Array(
      found.sorted { ($0.insight.createdAt, $0.id) > ($1.insight.createdAt, $1.id) }.prefix(filter.limit))
  }

  private static func isIn(_ filter: InsightFilter, _ placed: PlacedInsight) -> Bool {
    let insight = placed.insight
    return (filter.kind ?? insight.kind) == insight.kind
      && (filter.conversation ?? placed.conversation) == placed.conversation
      && filter.after.map { insight.createdAt >= $0 } ?? true && filter.before.map { insight.createdAt < $0 } ?? true
  }

  private static func isHeld(_ placed: PlacedInsight, _ db: Database) throws -> Bool {
    try db.row(
      "SELECT 1 FROM insight WHERE conversation = ? AND id = ?", [placed.conversation.blob, placed.id.blob]) != nil
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
