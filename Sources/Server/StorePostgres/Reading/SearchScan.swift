import Domain
import ServerCore

/// One search over the asker's conversations: some at a time, those with the newest messages first,
/// until nothing newer can come.
///
/// What it costs depends on what these conversations hold of the words, and on nothing else in the
/// store.
struct SearchScan {
  /// What stands between `SELECT` and `WHERE`, with the message as `m` and the text of a file as
  /// `t`, its file as `f`.
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

    fileprivate var words: String { self == .messages ? "m.words" : "t.words" }
    fileprivate var source: String {
      self == .messages
        ? "messages m"
        : "fileTexts t JOIN files f ON f.key = t.file JOIN messages m ON m.position = f.position"
    }
  }

  /// Terms of one statement.
  private static let termsAtOnce = 192

  let connection: PostgresConnection
  let asker: UserID
  let places: [SearchPlace]
  let filter: SearchFilter
  /// Whether only messages with files are looked for.
  private let isOfFiles: Bool
  var terms: [SearchTerms.Term]

  /// `nil` when nothing can match.
  init?(_ query: SearchQuery, for asker: UserID, on connection: PostgresConnection) throws {
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
    terms = SearchTerms(query).terms
  }

  /// At most `limit` matches below the ordinal `cursor`, newest first. `map` is given rows of
  /// `selection`.
  func newest<Found>(
    _ limit: Int, in index: Index = .messages, before cursor: Int64 = .max, isAny: Bool = false,
    _ selection: Selection, map: (PostgresRow) throws -> (ordinal: Int64, found: Found)
  ) throws -> [(ordinal: Int64, found: Found)] {
    guard limit > 0 else { return [] }
    var found: [(ordinal: Int64, found: Found)] = []
    let step = terms.isEmpty ? 1 : max(1, Self.termsAtOnce / terms.count)
    let statement = statement(selection, in: index)
    var start = 0
    while start < places.count {
      if found.count == limit, found[limit - 1].ordinal > places[start].newest { break }
      let some = places[start..<min(start + step, places.count)]
      start += step
      let oldestWanted = found.count == limit ? found[limit - 1].ordinal : 0
      let range: [PostgresValue] = [.integer(cursor - 1), .integer(oldestWanted), .id(asker)]
      try connection.scan(statement, which(some, isAny) + range + filter.values + [.integer(Int64(limit))]) {
        found.append(try map($0))
        return true
      }
      found.sort { $0.ordinal > $1.ordinal }
      if found.count > limit { found.removeLast(found.count - limit) }
    }
    return found
  }

  /// How many rows of an index match, counted no further than `limit`.
  func count(in index: Index, upTo limit: Int) throws -> Int {
    let table = index == .messages ? "messages m" : "fileTexts t"
    let step = max(1, Self.termsAtOnce / max(1, terms.count))
    var count = 0
    for start in stride(from: 0, to: places.count, by: step) where count < limit {
      let query = match(in: places[start..<min(start + step, places.count)], isAny: false)
      count += Int(
        try connection.integer(
          """
          SELECT count(*) FROM (
            SELECT 1 FROM \(table) WHERE \(index.words) @@ ?::text::tsquery LIMIT ?) matches
          """, .text(query), .integer(Int64(limit - count))))
    }
    return count
  }

  /// Matches what holds all terms; with `isAny` all phrases and at least one of the words.
  private func match(in places: ArraySlice<SearchPlace>, isAny: Bool) -> String {
    places.map { place in
      let words = PlacedWords(conversation: place.key)
      let phrases = terms.filter(\.isPhrase).map(words.query)
      let others = terms.filter { !$0.isPhrase }.map(words.query)
      let alternatives = isAny && others.count > 1 ? ["(" + others.joined(separator: " | ") + ")"] : others
      return "(" + (phrases + alternatives).joined(separator: " & ") + ")"
    }.joined(separator: " | ")
  }

  /// Messages of the asker's present conversations only: the terms say so, and the query says it
  /// again.
  private func statement(_ selection: Selection, in index: Index) -> String {
    let isMatching = !terms.isEmpty
    // Few messages have files: without words those are gone through, by their first one.
    let (all, place) = isOfFiles ? ("files w JOIN messages m ON m.position = w.position", "w") : ("messages m", "m")
    let which =
      isMatching
      ? "\(index.words) @@ ?::text::tsquery"
      : "\(isOfFiles ? "w.number = 0 AND " : "")\(place).position > ? AND \(place).position < ?"
    let conditions =
      [
        which, "m.ordinal <= ?", "m.ordinal > ?", "m.deletedAt IS NULL",
        "m.position >> 32 IN (\(PostgresStore.presentConversations))",
      ] + filter.conditions
    return """
      SELECT \(selection.columns)
      FROM \(isMatching ? index.source : all) JOIN users s ON s.key = m.sender LEFT JOIN users d ON d.key = m.deletedBy
        \(selection.joins)
      WHERE \(conditions.joined(separator: " AND ")) ORDER BY \(isMatching ? "m.ordinal" : "\(place).position") DESC
      LIMIT ?
      """
  }

  private func which(_ places: ArraySlice<SearchPlace>, _ isAny: Bool) -> [PostgresValue] {
    guard terms.isEmpty, let place = places.first else { return [.text(match(in: places, isAny: isAny))] }
    return [
      .integer(MessageRows.position(conversation: place.key, seq: 0)),
      .integer(MessageRows.position(conversation: place.key + 1, seq: 0)),
    ]
  }
}
