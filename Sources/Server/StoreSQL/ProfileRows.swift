import Domain
import ServerCore

/// How users' rows are read.
enum ProfileRows {
  static let columns = ProfileColumn.list

  static func profile(_ row: SQLRow) throws -> Profile {
    Profile(
      id: try row.id(ProfileColumn.id), rev: row.integer(ProfileColumn.profileRev),
      email: row.text(ProfileColumn.email),
      name: row.text(ProfileColumn.name), photo: row.optionalText(ProfileColumn.photo),
      timeZone: row.optionalText(ProfileColumn.timeZone), locale: row.optionalText(ProfileColumn.locale),
      language: row.optionalText(ProfileColumn.language), workspaceRole: try row.word(ProfileColumn.workspaceRole),
      disabledFeatures: row.words(ProfileColumn.disabledFeatures), sendsEvents: row.flag(ProfileColumn.sendsEvents),
      createdAt: row.time(ProfileColumn.createdAt), emailVerifiedAt: row.optionalTime(ProfileColumn.emailVerifiedAt))
  }

  /// Of a row with `columns` and those of `AccountColumn`.
  static func state(_ row: SQLRow) throws -> AccountState {
    AccountState(
      number: row.integer(AccountColumn.key), profile: try profile(row), rev: row.integer(AccountColumn.rev),
      isDisabled: row.flag(AccountColumn.isDisabled))
  }

  static let accountColumns = "\(columns), \(StoredAccountColumn.list)"

  static func account(_ row: SQLRow) throws -> StoredAccount {
    StoredAccount(
      profile: try profile(row), passwordHash: row.optionalText(StoredAccountColumn.passwordHash),
      isDisabled: row.flag(StoredAccountColumn.isDisabled), isDeleted: !row.isNull(StoredAccountColumn.deletedAt),
      invitation: try row.optionalID(StoredAccountColumn.invitation))
  }
}

enum ProfileColumn: Int32, SQLColumnList {
  case id, profileRev, email, name, photo, timeZone, locale, language, workspaceRole, disabledFeatures
  case sendsEvents, createdAt, emailVerifiedAt

  var sql: String { self == .email ? "coalesce(email, '')" : "\(self)" }
}

/// What follows `ProfileColumn` where more than the profile is needed.
enum AccountColumn: Int32, SQLColumnList {
  case key, rev, isDisabled

  static let offset = ProfileColumn.count

  var sql: String { "\(self)" }
}

/// What follows `ProfileColumn` where the whole account is read.
enum StoredAccountColumn: Int32, SQLColumnList {
  case passwordHash, isDisabled, deletedAt, invitation

  static let offset = ProfileColumn.count

  var sql: String { "\(self)" }
}
