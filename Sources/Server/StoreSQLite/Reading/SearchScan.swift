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

  /// What is looked through.
  enum Index {
    /// Texts of messages, and names and descriptions of their files.
    case messages
    /// What stands in files.
    case fileTexts

    var table: String { self == .messages ? "search" : "fileSearch" }
    fileprivate var ordinal: String { self == .messages ? "search.rowid" : FileTextPlace.ordinalColumn }
    fileprivate func end(of ordinal: Int64) -> Int64 {
      self == .messages ? ordinal : FileTextPlace.end(of: ordinal).rawValue
    }
  }

  /// Terms of one statement: enough to share its cost, few enough for its parser.
  private static let termsAtOnce = 192

  let connection: SQLiteConnection
  let asker: UserID
  private(set) var places: [SearchPlace]
  let filter: SearchFilter
  /// Whether only messages with files are looked for.
  private let isOfFiles: Bool
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
    isOfFiles = !query.kinds.isEmpty
    expression = SearchExpression(SearchTerms(query))
  }

  /// At most `limit` matches below the ordinal `cursor`, newest first. `map` is given rows of
  /// `selection`.
  func newest<Found>(
    _ limit: Int, in index: Index = .messages, before cursor: Int64 = .max, isAny: Bool = false,
    _ selection: Selection,
    map: (SQLiteRow) throws -> (ordinal: Int64, found: Found)
  ) throws -> [(ordinal: Int64, found: Found)] {
    guard limit > 0 else { return [] }
    var found: [(ordinal: Int64, found: Found)] = []
    let step = expression.isEmpty ? 1 : max(1, Self.termsAtOnce / expression.count)
    let statement = try statement(selection, in: index, limit: limit)
    defer { statement.finalize() }
    var start = 0
    while start < places.count {
      if found.count == limit, found[limit - 1].ordinal > places[start].newest { break }
      let some = places[start..<min(start + step, places.count)]
      start += step
      let oldestWanted = found.count == limit ? found[limit - 1].ordinal : 0
      bind(statement, some, in: index, before: cursor, after: oldestWanted, isAny: isAny)
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

  /// How many rows of an index match, counted no further than `limit`.
  func count(in index: Index, upTo limit: Int) throws -> Int {
    var count = 0
    let table = index.table
    let statement = try SQLiteStatement(
      connection: connection.handle,
      sql: "SELECT count(*) FROM (SELECT 1 FROM \(table) WHERE \(table) MATCH ? LIMIT ?)")
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
  private func statement(_ selection: Selection, in index: Index, limit: Int) throws -> SQLiteStatement {
    let isMatching = !expression.isEmpty
    // Few messages have files: without words those are gone through, by their first one.
    let (all, place) =
      isOfFiles ? ("files w CROSS JOIN messages m ON m.position = w.position", "w") : ("messages m", "m")
    let source = isMatching ? "\(index.table) CROSS JOIN messages m ON m.ordinal = \(index.ordinal)" : all
    let which =
      isMatching
      ? "\(index.table) MATCH ? AND \(index.table).rowid <= ? AND \(index.table).rowid > ?"
      : "\(isOfFiles ? "w.number = 0 AND " : "")\(place).position > ? AND \(place).position < ?"
        + " AND m.ordinal <= ? AND m.ordinal > ?"
    let conditions =
      [which, "m.deletedAt IS NULL", "m.position >> 32 IN (\(SQLiteStore.presentConversations))"] + filter.conditions
    // Not kept among the connection's statements: there are too many different ones.
    return try SQLiteStatement(
      connection: connection.handle,
      sql: """
        SELECT \(selection.columns)
        FROM \(source) CROSS JOIN users s ON s.key = m.sender LEFT JOIN users d ON d.key = m.deletedBy \(selection.joins)
        WHERE \(conditions.joined(separator: " AND "))
        ORDER BY \(isMatching ? "\(index.table).rowid" : "\(place).position") DESC LIMIT \(limit)
        """)
  }

  private func bind(
    _ statement: SQLiteStatement, _ places: ArraySlice<SearchPlace>, in index: Index, before: Int64, after: Int64,
    isAny: Bool
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
    let range: [SQLiteValue] = [.integer(index.end(of: before - 1)), .integer(index.end(of: after))]
    statement.bind(values + range + [.id(asker)] + filter.values)
  }
}
