import Foundation
import Domain
import ServerCore

/// How users' rows are read.
enum ProfileRows {
  static let columns = ProfileColumn.list

  static func profile(_ row: SQLiteRow) throws -> Profile {
    Profile(
      id: try row.id(ProfileColumn.id), rev: row.integer(ProfileColumn.profileRev),
      email: row.text(ProfileColumn.email),
      name: row.text(ProfileColumn.name), photo: row.optionalText(ProfileColumn.photo),
      timeZone: row.optionalText(ProfileColumn.timeZone), locale: row.optionalText(ProfileColumn.locale),
      language: row.optionalText(ProfileColumn.language), workspaceRole: try row.word(ProfileColumn.workspaceRole),
      createdAt: row.time(ProfileColumn.createdAt))
  }

  static let accountColumns =
    "id, coalesce(email, '') AS email, name, passwordHash, workspaceRole, isDisabled, createdAt"

  static func account(_ row: SQLiteRow) throws -> AccountRecord {
    AccountRecord(
      id: try row.id("id"), email: row.text("email"), name: row.text("name"),
      passwordHash: row.optionalText("passwordHash"), workspaceRole: try row.word("workspaceRole"),
      isDisabled: row.flag("isDisabled"), createdAt: row.time("createdAt"))
  }

  static let userColumns = "id, name, coalesce(email, '') AS email, photo, timeZone"

  static func user(_ row: SQLiteRow) throws -> User {
    User(
      id: try row.id("id"), name: row.text("name"), email: row.text("email"), photo: row.optionalText("photo"),
      timeZone: row.optionalText("timeZone"))
  }

  /// Names are searched without regard to case and accents.
  static func folded(_ text: String) -> String {
    text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
      .filter { $0.properties.canonicalCombiningClass == .notReordered }
      .reduce(into: "") { $0.unicodeScalars.append($1) }
  }
}

enum ProfileColumn: Int32, SQLiteColumnList {
  case id, profileRev, email, name, photo, timeZone, locale, language, workspaceRole, createdAt

  var sql: String { self == .email ? "coalesce(email, '')" : "\(self)" }
}

/// What follows `ProfileColumn` where more than the profile is needed.
enum AccountColumn: Int32, SQLiteColumnList {
  case key, rev, isDisabled

  static let offset = ProfileColumn.count

  var sql: String { "\(self)" }
}
