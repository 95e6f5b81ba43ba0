import Domain
import ServerCore

/// A conversation that a search may look into.
struct SearchPlace {
  let key: Int64
  /// Ordinal of its newest message: nothing in it is newer.
  let newest: Int64
  let messages: Int64

  /// The asker's present conversations that have messages, the one with the newest first.
  static func all(of asker: UserID, on connection: SQLConnection) throws -> [SearchPlace] {
    try connection.all(
      """
      SELECT c.key AS key, m.ordinal AS newest, c.lastSeq AS messages
      FROM users a JOIN members b ON b.\(Dialect.account) = a.key AND b.leftAt IS NULL
        JOIN conversations c ON c.key = b.conversation JOIN messages m ON m.position = (c.key << 32) + c.lastSeq
      WHERE a.id = ? ORDER BY m.ordinal DESC
      """, .id(asker)
    ) { SearchPlace(key: $0.integer("key"), newest: $0.integer("newest"), messages: $0.integer("messages")) }
  }

  /// The asker's conversations whose name, or whose other member's name, has all of the parts in
  /// it.
  static func named(
    _ parts: [String], of asker: UserID, on connection: SQLConnection
  ) throws -> [(key: Int64, id: ConversationID)] {
    let all = try connection.all(
      """
      SELECT c.key AS key, c.id AS id, coalesce(c.name, o.name, '') AS name
      FROM users a JOIN members b ON b.\(Dialect.account) = a.key AND b.leftAt IS NULL
        JOIN conversations c ON c.key = b.conversation
        LEFT JOIN users o ON c.first IS NOT NULL AND o.key = c.first + c.second - a.key
      WHERE a.id = ?
      """, .id(asker)
    ) { (key: $0.integer("key"), id: try $0.id("id") as ConversationID, name: $0.text("name")) }
    return all.filter { SearchTerms.name($0.name, has: parts) }.map { ($0.key, $0.id) }
  }
}

/// The filters of a search as conditions on messages; all values are bound.
struct SearchFilter {
  private(set) var conditions: [String] = []
  private(set) var values: [SQLValue] = []

  /// `nil` when one of them can match nothing. The filter by conversation is `SearchPlace`'s.
  init?(_ query: SearchQuery) {
    for name in query.from {
      let folded = SearchTerms.folded(name)
      guard !folded.isEmpty else { return nil }
      conditions.append(
        """
        m.sender IN (SELECT key FROM users
          WHERE \(Dialect.position)(foldedName, ?) > 0 OR \(Dialect.position)(coalesce(email, ''), ?) > 0)
        """)
      values += [.text(folded), .text(name.lowercased())]
    }
    if let before = query.before {
      conditions.append("m.createdAt < ?")
      values.append(.time(before))
    }
    if let after = query.after {
      conditions.append("m.createdAt >= ?")
      values.append(.time(after))
    }
    for kind in query.kinds.sorted(by: { $0.rawValue < $1.rawValue }) {
      conditions.append(
        "m.attachmentCount > 0 AND EXISTS (SELECT 1 FROM files f WHERE f.position = m.position AND f.kind = ?)")
      values.append(.text(kind.rawValue))
    }
    if query.hasLink {
      let places = ["http://", "https://"].map { "\(Dialect.position)(m.text, '\($0)') > 0" }
      conditions.append("(\(places.joined(separator: " OR ")))")
    }
  }
}
