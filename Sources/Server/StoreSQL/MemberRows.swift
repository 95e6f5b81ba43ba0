import Domain
import ServerCore

/// How member rows are read.
enum MemberRows {
  static let columns = MemberColumn.list
  static let source = "members m JOIN users u ON u.key = m.\(Dialect.account)"

  static func member(_ row: SQLRow) throws -> Member {
    Member(
      user: try row.id(MemberColumn.user), rev: row.integer(MemberColumn.rev), role: try row.word(MemberColumn.role),
      name: row.text(MemberColumn.name), photo: row.optionalText(MemberColumn.photo),
      joinSeq: row.integer(MemberColumn.joinSeq), deliveredSeq: row.integer(MemberColumn.deliveredSeq),
      readSeq: row.integer(MemberColumn.readSeq), leftAt: row.optionalTime(MemberColumn.leftAt))
  }

  /// Of a row that has `MemberStateColumn` too.
  static func state(_ row: SQLRow) throws -> MemberState {
    MemberState(
      account: row.integer(MemberStateColumn.account), joinedAt: row.time(MemberStateColumn.joinedAt),
      row: try member(row))
  }
}

enum MemberColumn: Int32, SQLColumnList {
  case user, rev, role, name, photo, joinSeq, deliveredSeq, readSeq, leftAt

  var sql: String { self == .user ? "u.id" : "m.\(self)" }
}

/// What follows `MemberColumn` where the rules need the row.
enum MemberStateColumn: Int32, SQLColumnList {
  case account, joinedAt, conversation

  static let offset = MemberColumn.count

  var sql: String { self == .account ? "m.\(Dialect.account)" : "m.\(self)" }
}
