import Domain

/// How member rows are read.
enum MemberRows {
  static let columns = "u.id, m.rev, m.role, m.name, m.photo, m.joinSeq, m.deliveredSeq, m.readSeq, m.leftAt"
  static let source = "members m JOIN users u ON u.key = m.user"

  static func member(_ row: SQLiteRow) throws -> Member {
    Member(
      user: try row.id(0), rev: row.integer(1), role: try row.word(2), name: row.text(3), photo: row.optionalText(4),
      joinSeq: row.integer(5), deliveredSeq: row.integer(6), readSeq: row.integer(7), leftAt: row.optionalTime(8))
  }
}
