import Domain

/// How a conversation's own row is read, for nobody in particular.
enum ConversationRows {
  static let columns = """
    c.key AS key, c.id AS id, c.kind AS kind, c.name AS name, c.photo AS photo, c.createdAt AS createdAt,
    u.id AS createdBy, c.rowRev AS rowRev, c.rev AS rev, c.lastSeq AS lastSeq, c.isIntelligenceOff AS isOff,
    c.renamedAt AS renamedAt, c.renamedBy AS renamedBy, c.formerName AS formerName
    """
  static let source = "conversations c JOIN users u ON u.key = c.createdBy"

  static func conversation(_ row: SQLRow) throws -> Conversation {
    Conversation(
      id: try row.id("id"), rev: row.integer("rowRev"), kind: try row.word("kind"), name: row.optionalText("name"),
      photo: row.optionalText("photo"), createdAt: row.time("createdAt"), createdBy: try row.id("createdBy"),
      isIntelligenceOn: !row.flag("isOff"),
      renamed: try row.renaming(at: "renamedAt", by: "renamedBy", from: "formerName"))
  }
}
