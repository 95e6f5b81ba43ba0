import Domain
import GRDB

/// The history table: of which history of the server the copies are.
enum HistoryRecord {
  static func find(_ db: Database) throws -> HistoryID? {
    let found: [HistoryID] = try db.map("SELECT id FROM history") { try $0.identifier(0) }
    return found.first
  }

  static func save(_ history: HistoryID, _ db: Database) throws {
    try db.run("INSERT OR REPLACE INTO history (one, id) VALUES (1, ?)", [history.blob])
  }

  /// Whether rows of `history` go with the copies; the first ones say of which history these are.
  static func admits(_ history: HistoryID?, _ db: Database) throws -> Bool {
    guard let history else { return true }
    if let known = try find(db) { return known == history }
    try save(history, db)
    return true
  }
}
