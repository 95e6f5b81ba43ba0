import Domain
import GRDB
import ServerCore

extension Schema {
  /// Cuts what an earlier version, which counted in what is seen as one character, took at any
  /// length: names, devices, texts and tags of insights. Rows that clients have get new revisions.
  static func cutLongTexts(_ database: Database) throws {
    try cutUsers(database)
    try database.execute(
      sql: "UPDATE sessions SET device = substr(device, 1, 80) WHERE length(device) > 80")
    let groups = try Row.fetchAll(
      database, sql: "SELECT key, name FROM conversations WHERE length(name) > ?", arguments: [nameLength])
    for row in groups {
      let key: Int64 = row["key"]
      let rev = try advance(key, database)
      try database.execute(
        sql: "UPDATE conversations SET name = ?, rowRev = ? WHERE key = ?", arguments: [cut(row["name"]), rev, key])
    }
    let members = try Row.fetchAll(
      database, sql: "SELECT conversation, user, name FROM members WHERE length(name) > ?", arguments: [nameLength])
    for row in members {
      let (conversation, user): (Int64, Int64) = (row["conversation"], row["user"])
      let rev = try advance(conversation, database)
      try database.execute(
        sql: "UPDATE members SET name = ?, rev = ? WHERE conversation = ? AND user = ?",
        arguments: [cut(row["name"]), rev, conversation, user])
    }
    try cutInsights(database)
  }

  private static let nameLength = AccountRules.maximumNameLength
  /// Of the version that made this step: later limits cut nothing that people have.
  private static let insightLength = 1_000
  private static let insightTags = 20

  private static func cutUsers(_ database: Database) throws {
    let users = try Row.fetchAll(
      database, sql: "SELECT key, name FROM users WHERE length(name) > ?", arguments: [nameLength])
    for row in users {
      let (key, name): (Int64, String) = (row["key"], cut(row["name"]))
      try database.execute(
        sql: "UPDATE users SET name = ?, foldedName = ?, rev = rev + 1, profileRev = rev + 1 WHERE key = ?",
        arguments: [name, SearchTerms.folded(name), key])
    }
  }

  private static func cutInsights(_ database: Database) throws {
    let insights = try Row.fetchAll(
      database,
      sql: "SELECT key, conversation, text, tags FROM insights WHERE length(text) > ? OR length(tags) > ?",
      arguments: [insightLength, insightTags * (nameLength + 1)])
    for row in insights {
      let (key, conversation, text, tags): (Int64, Int64, String, String) = (
        row["key"], row["conversation"], row["text"], row["tags"]
      )
      let short = tags.split(separator: SQLiteValue.separator).prefix(insightTags)
        .map { TextLength.cut($0, to: nameLength) }.joined(separator: String(SQLiteValue.separator))
      let rev = try advance(conversation, database)
      try database.execute(
        sql: "UPDATE insights SET text = ?, tags = ?, rev = ? WHERE key = ?",
        arguments: [TextLength.cut(text, to: insightLength), short, rev, key])
    }
  }

  private static func cut(_ name: String) -> String {
    TextLength.cut(name, to: nameLength).trimmingWhitespace
  }

  /// A new revision of a conversation.
  private static func advance(_ key: Int64, _ database: Database) throws -> Int64? {
    try database.execute(sql: "UPDATE conversations SET rev = rev + 1 WHERE key = ?", arguments: [key])
    return try Int64.fetchOne(database, sql: "SELECT rev FROM conversations WHERE key = ?", arguments: [key])
  }
}
