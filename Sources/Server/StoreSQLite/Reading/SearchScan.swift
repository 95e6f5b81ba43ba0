import Domain
import GRDBSQLite
import ServerCore

/// One search over the asker's conversations: a few at a time, those with the newest messages
/// first, until nothing newer can come.
///
/// What it costs depends on what these conversations hold of the words, and on nothing else in the
/// store.
struct SearchScan {
  /// What stands between `SELECT` and `WHERE`, with the message as `m`.
  struct Selection {
    var columns: String
    /// Joins after the message's own.
    var joins = ""
  }

  /// Terms of one statement: enough to share its cost, few enough for its parser.
  private static let termsAtOnce = 192

  let connection: SQLiteConnection
  let asker: UserID
  private(set) var places: [SearchPlace]
  let filter: SearchFilter
  var expression: SearchExpression

  /// `nil` when nothing can match.
  init?(_ query: SearchQuery, for asker: UserID, on connection: SQLiteConnection) throws {
    guard let filter = SearchFilter(query) else { return nil }
    var places = try SearchPlace.all(of: asker, on: connection)
    if !query.conversations.isEmpty {
      let keys = Set(try SearchPlace.named(query.conversations, of: asker, on: connection).map(\.key))
      places = places.filter { keys.contains($0.key) }
    }
    guard !places.isEmpty else { return nil }
    self.connection = connection
    self.asker = asker
    self.places = places
    self.filter = filter
    expression = SearchExpression(SearchTerms(query))
  }

  /// At most `limit` matches below the ordinal `cursor`, newest first. `map` is given rows of
  /// `selection`.
  func newest<Found>(
    _ limit: Int, before cursor: Int64 = .max, isAny: Bool = false, _ selection: Selection,
    map: (SQLiteRow) throws -> (ordinal: Int64, found: Found)
  ) throws -> [(ordinal: Int64, found: Found)] {
    guard limit > 0 else { return [] }
    var found: [(ordinal: Int64, found: Found)] = []
    let step = expression.isEmpty ? 1 : max(1, Self.termsAtOnce / expression.count)
    let statement = try statement(selection, limit: limit)
    defer { statement.finalize() }
    var start = 0
    while start < places.count {
      if found.count == limit, found[limit - 1].ordinal > places[start].newest { break }
      let some = places[start..<min(start + step, places.count)]
      start += step
      let oldestWanted = found.count == limit ? found[limit - 1].ordinal : 0
      bind(statement, some, before: cursor, after: oldestWanted, isAny: isAny)
      defer { statement.reset() }
      while try statement.step() { found.append(try map(SQLiteRow(statement))) }
      found.sort { $0.ordinal > $1.ordinal }
      if found.count > limit { found.removeLast(found.count - limit) }
    }
    return found
  }

  /// The same search in some of its conversations.
  func narrowed(to keys: Set<Int64>) -> SearchScan {
    var copy = self
    copy.places = places.filter { keys.contains($0.key) }
    return copy
  }

  /// What finds all that match at these places, in parts that one statement takes.
  func matches(isAny: Bool) -> [String] {
    let step = max(1, Self.termsAtOnce / max(1, expression.count))
    return stride(from: 0, to: places.count, by: step).map { start in
      expression.match(in: places[start..<min(start + step, places.count)].map(\.key), isAny: isAny)
    }
  }

  /// How many messages match, counted no further than `limit`.
  func count(upTo limit: Int) throws -> Int {
    var count = 0
    let statement = try SQLiteStatement(
      connection: connection.handle, sql: "SELECT count(*) FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ?)")
    defer { statement.finalize() }
    for match in matches(isAny: false) where count < limit {
      statement.bind(match, at: 1)
      statement.bind(Int64(limit - count), at: 2)
      if try statement.step() { count += Int(SQLiteRow(statement).integer(.only)) }
      statement.reset()
    }
    return count
  }

  /// Messages of the asker's present conversations only: the terms say so, and the query says it
  /// again.
  private func statement(_ selection: Selection, limit: Int) throws -> SQLiteStatement {
    let isMatching = !expression.isEmpty
    let source = isMatching ? "search CROSS JOIN messages m ON m.ordinal = search.rowid" : "messages m"
    let which =
      isMatching
      ? "search MATCH ? AND search.rowid < ? AND search.rowid > ?"
      : "m.position > ? AND m.position < ? AND m.ordinal < ? AND m.ordinal > ?"
    let conditions =
      [which, "m.deletedAt IS NULL", "m.position >> 32 IN (\(SQLiteStore.presentConversations))"] + filter.conditions
    // Not kept among the connection's statements: there are too many different ones.
    return try SQLiteStatement(
      connection: connection.handle,
      sql: """
        SELECT \(selection.columns)
        FROM \(source) CROSS JOIN users s ON s.key = m.sender LEFT JOIN users d ON d.key = m.deletedBy \(selection.joins)
        WHERE \(conditions.joined(separator: " AND "))
        ORDER BY \(isMatching ? "search.rowid" : "m.position") DESC LIMIT \(limit)
        """)
  }

  private func bind(
    _ statement: SQLiteStatement, _ places: ArraySlice<SearchPlace>, before: Int64, after: Int64, isAny: Bool
  ) {
    var values: [SQLiteValue] = []
    if expression.isEmpty, let place = places.first {
      values = [
        .integer(MessageRows.position(conversation: place.key, seq: 0)),
        .integer(MessageRows.position(conversation: place.key + 1, seq: 0)),
      ]
    } else {
      values = [.text(expression.match(in: places.map(\.key), isAny: isAny))]
    }
    statement.bind(values + [.integer(before), .integer(after), .id(asker)] + filter.values)
  }
}
