import Foundation
import Domain
import ServerCore

/// How users' rows are read.
enum ProfileRows {
  static let columns = """
    id, profileRev, coalesce(email, ''), name, photo, timeZone, locale, language, workspaceRole, createdAt, rev, key
    """

  static func profile(_ row: SQLiteRow) throws -> Profile {
    Profile(
      id: try row.id(0), rev: row.integer(1), email: row.text(2), name: row.text(3), photo: row.optionalText(4),
      timeZone: row.optionalText(5), locale: row.optionalText(6), language: row.optionalText(7),
      workspaceRole: try row.word(8), createdAt: row.time(9))
  }

  static let accountColumns = "id, coalesce(email, ''), name, passwordHash, workspaceRole, isDisabled, createdAt"

  static func account(_ row: SQLiteRow) throws -> AccountRecord {
    AccountRecord(
      id: try row.id(0), email: row.text(1), name: row.text(2), passwordHash: row.optionalText(3),
      workspaceRole: try row.word(4), isDisabled: row.flag(5), createdAt: row.time(6))
  }

  static let userColumns = "id, name, coalesce(email, ''), photo, timeZone"

  static func user(_ row: SQLiteRow) throws -> User {
    User(
      id: try row.id(0), name: row.text(1), email: row.text(2), photo: row.optionalText(3),
      timeZone: row.optionalText(4))
  }

  /// Names are searched without regard to case and accents.
  static func folded(_ text: String) -> String {
    text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
      .filter { $0.properties.canonicalCombiningClass == .notReordered }
      .reduce(into: "") { $0.unicodeScalars.append($1) }
  }
}
