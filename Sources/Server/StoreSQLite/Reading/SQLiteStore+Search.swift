import Domain
import ServerCore

extension SQLiteStore {
  /// Messages of the asker's present conversations only: the filter is part of the query.
  package func search(
    _ query: SearchQuery, for asker: UserID, limit: Int, before: String?
  ) throws -> (results: [SearchResult], next: String?) {
    let limit = min(max(limit, 1), Limits.maximumPage)
    let expression = SearchExpression(query)
    let isFiltered =
      !query.from.isEmpty || !query.conversations.isEmpty || query.before != nil || query.after != nil || query.hasLink
    guard expression.match != nil || (isFiltered && !expression.matchesNothing) else { return ([], nil) }
    var cursor = Int64.max
    if let before {
      guard let ordinal = Int64(before), ordinal > 0 else {
        throw Refusal(.invalid, "That is not a place in a search.")
      }
      cursor = ordinal
    }
    do {
      try indexPending()
    } catch {
      throw Refusal(.internal, "The server could not bring its search index up to date.")
    }
    return try read { connection in
      var statement = SearchStatement(match: expression.match, asker: asker, cursor: cursor)
      guard try statement.add(query, on: connection) else { return ([], nil) }
      let found = try statement.run(limit: limit + 1, on: connection)
      let next = found.count > limit ? String(found[limit - 1].ordinal) : nil
      return (found.prefix(limit).map(\.result), next)
    }
  }
}

/// Words and phrases in the language of FTS5.
struct SearchExpression {
  /// `nil` when there is nothing to look for.
  let match: String?
  /// The same with any of the words in place of all.
  let any: String?
  /// There were words, but none with a letter or digit.
  let matchesNothing: Bool

  init(_ query: SearchQuery) {
    let words = query.words.filter(Self.isSearchable)
    let phrases = query.phrases.filter(Self.isSearchable)
    let exact = phrases.map(Self.quoted)
    var alternatives = words.map(Self.quoted)
    if let last = words.last { alternatives[alternatives.count - 1] = Self.quoted(last) + " *" }
    let parts = exact + alternatives
    let anyWord = alternatives.isEmpty ? [] : ["(" + alternatives.joined(separator: " OR ") + ")"]
    any = parts.isEmpty ? nil : (exact + anyWord).joined(separator: " AND ")
    match = parts.isEmpty ? nil : parts.joined(separator: " AND ")
    matchesNothing = parts.isEmpty && !(query.words.isEmpty && query.phrases.isEmpty)
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  private static func isSearchable(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }
}

/// The query of one search, built from fixed pieces; all values are bound.
struct SearchStatement {
  private let isMatching: Bool
  private var conditions: [String]
  private var values: [SQLiteValue]

  init(match: String?, asker: UserID, cursor: Int64) {
    isMatching = match != nil
    conditions = [
      """
      (m.position >> 32) IN (SELECT b.conversation FROM users a JOIN members b ON b.user = a.key
        WHERE a.id = ? AND b.leftAt IS NULL)
      """
    ]
    values = [.id(asker)]
    if let match {
      conditions.insert("search MATCH ? AND search.rowid < ?", at: 0)
      values.insert(contentsOf: [.text(match), .integer(cursor)], at: 0)
    } else {
      conditions.insert("m.ordinal < ? AND m.deletedAt IS NULL", at: 0)
      values.insert(.integer(cursor), at: 0)
    }
    self.asker = asker
  }

  private let asker: UserID

  /// Adds the filters. `false` when one of them can match nothing.
  mutating func add(_ query: SearchQuery, on connection: SQLiteConnection) throws -> Bool {
    for name in query.from {
      let folded = ProfileRows.folded(name)
      guard !folded.isEmpty else { return false }
      conditions.append(
        "m.sender IN (SELECT key FROM users WHERE instr(foldedName, ?) > 0 OR instr(coalesce(email, ''), ?) > 0)")
      values += [.text(folded), .text(name.lowercased())]
    }
    for name in query.conversations {
      let keys = try conversations(named: ProfileRows.folded(name), on: connection)
      guard !keys.isEmpty else { return false }
      conditions.append("(m.position >> 32) IN (\(keys.map(String.init).joined(separator: ", ")))")
    }
    if let before = query.before {
      conditions.append("m.createdAt < ?")
      values.append(.time(before))
    }
    if let after = query.after {
      conditions.append("m.createdAt >= ?")
      values.append(.time(after))
    }
    if query.hasLink { conditions.append("(instr(m.text, 'http://') > 0 OR instr(m.text, 'https://') > 0)") }
    return true
  }

  /// Newest first.
  func run(limit: Int, on connection: SQLiteConnection) throws -> [(ordinal: Int64, result: SearchResult)] {
    let snippet =
      isMatching ? "snippet(search, 0, char(2), char(3), '…', 24)" : "substr(m.text, 1, 160)"
    let source = isMatching ? "search CROSS JOIN messages m ON m.ordinal = search.rowid" : "messages m"
    let order = isMatching ? "search.rowid" : "m.ordinal"
    let sql = """
      SELECT \(MessageRows.columns), m.ordinal, \(snippet), c.id
      FROM \(source) CROSS JOIN users s ON s.key = m.sender LEFT JOIN users d ON d.key = m.deletedBy
        JOIN conversations c ON c.key = m.position >> 32
      WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order) DESC LIMIT \(limit)
      """
    // Not kept among the connection's statements: there are too many different ones.
    let statement = try SQLiteStatement(connection: connection.handle, sql: sql)
    defer { statement.finalize() }
    statement.bind(values)
    var found: [(ordinal: Int64, result: SearchResult)] = []
    while try statement.step() {
      let row = SQLiteRow(statement.handle)
      var messages = [try MessageRows.message(row)]
      try MessageRows.addEdits(
        to: &messages, conversation: MessageRows.conversation(row.integer(0)), on: connection)
      let result = SearchResult(conversation: try row.id(14), message: messages[0], snippet: row.text(13))
      found.append((row.integer(12), result))
    }
    return found
  }

  /// Leaves out all but the newest matches when there are more than `count`.
  mutating func cut(toNewest count: Int, on connection: SQLiteConnection) throws {
    guard isMatching else { return }
    let statement = try SQLiteStatement(
      connection: connection.handle,
      sql: """
        SELECT search.rowid FROM search CROSS JOIN messages m ON m.ordinal = search.rowid
        WHERE \(conditions.joined(separator: " AND ")) ORDER BY search.rowid DESC LIMIT 1 OFFSET \(count)
        """)
    defer { statement.finalize() }
    statement.bind(values)
    guard try statement.step() else { return }
    conditions.append("search.rowid > ?")
    values.append(.integer(SQLiteRow(statement.handle).integer(0)))
  }

  /// Best matches first, or newest first when there is nothing to match.
  func best(limit: Int, on connection: SQLiteConnection) throws -> [PlacedMessage] {
    let snippet = isMatching ? "snippet(search, 0, char(2), char(3), '…', 24), -bm25(search)" : "NULL, 0"
    let source = isMatching ? "search CROSS JOIN messages m ON m.ordinal = search.rowid" : "messages m"
    let order = isMatching ? "bm25(search), search.rowid DESC" : "m.ordinal DESC"
    let sql = """
      SELECT \(PlacedRows.columns), \(snippet)
      FROM \(source) CROSS JOIN users s ON s.key = m.sender LEFT JOIN users d ON d.key = m.deletedBy \(PlacedRows.joins)
      WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(order) LIMIT \(limit)
      """
    let statement = try SQLiteStatement(connection: connection.handle, sql: sql)
    defer { statement.finalize() }
    statement.bind(values)
    var found: [PlacedMessage] = []
    while try statement.step() {
      let row = SQLiteRow(statement.handle)
      found.append(
        try PlacedRows.placed(
          row, snippet: row.optionalText(PlacedRows.end), score: row.real(PlacedRows.end + 1), on: connection))
    }
    return found
  }

  /// The asker's conversations whose name, or whose other member's name, contains `name`.
  private func conversations(named name: String, on connection: SQLiteConnection) throws -> [Int64] {
    guard !name.isEmpty else { return [] }
    let all = try connection.all(
      """
      SELECT c.key, coalesce(c.name, o.name, '') FROM users a JOIN members b ON b.user = a.key AND b.leftAt IS NULL
        JOIN conversations c ON c.key = b.conversation
        LEFT JOIN users o ON c.first IS NOT NULL AND o.key = c.first + c.second - a.key
      WHERE a.id = ?
      """, .id(asker)
    ) { (key: $0.integer(0), name: ProfileRows.folded($0.text(1))) }
    return all.filter { $0.name.contains(name) }.map(\.key)
  }
}
