import Domain
import Foundation

/// Reads what people type into the search box.
///
/// Words, `"quoted phrases"`, and the filters `from:`, `in:`, `before:` and `after:`, whose values
/// may be quoted, and `has:` with `link`, `image`, `file` or `voice`. Dates are days of UTC:
/// `before:` is strictly before that day, `after:` from its start. A word with a colon that is no
/// filter is a word.
package enum SearchQueryParser {
  /// In Unicode scalar values.
  package static let maximumLength = 500

  /// Throws `invalid` for what is too long or has control characters, for an unreadable date, and
  /// when there is nothing to search for.
  package static func parse(_ text: String) throws(Refusal) -> SearchQuery {
    guard TextLength.isWithin(maximumLength, text) else {
      throw Refusal(.invalid, "A search has at most \(maximumLength) characters.")
    }
    guard !text.hasUnprintableCharacter else { throw Refusal(.invalid, "A search has no control characters.") }
    var query = SearchQuery()
    for part in parts(of: text) { try add(part, to: &query) }
    guard query != SearchQuery() else { throw Refusal(.invalid, "There is nothing to search for.") }
    return query
  }

  private struct Part {
    var key: String?
    var value: String
    var isQuoted: Bool
  }

  private static func add(_ part: Part, to query: inout SearchQuery) throws(Refusal) {
    if part.key == nil, !part.isQuoted, take(part.value.lowercased(), to: &query) { return }
    switch part.key {
    case "from": query.from.append(part.value)
    case "in": query.conversations.append(part.value)
    case "before": query.before = try day(part.value)
    case "after": query.after = try day(part.value)
    default:
      // Without a letter or a digit the index has nothing to look up.
      guard
        part.value.unicodeScalars.contains(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil })
      else { return }
      if part.isQuoted { query.phrases.append(part.value) } else { query.words.append(part.value) }
    }
  }

  /// `true` when the word is a filter by what a message has.
  private static func take(_ word: String, to query: inout SearchQuery) -> Bool {
    guard word.hasPrefix("has:") else { return false }
    let wanted = String(word.dropFirst(4))
    if let kind = Attachment.Kind(rawValue: wanted) {
      query.kinds.insert(kind)
    } else if wanted == "link" {
      query.hasLink = true
    } else {
      return false
    }
    return true
  }

  private static let keys: Set<String> = ["from", "in", "before", "after"]

  private static func parts(of text: String) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while true {
      rest = rest.drop { $0.isWhitespace }
      guard !rest.isEmpty else { return parts }
      let key = takeKey(&rest)
      let (value, isQuoted) = takeValue(&rest)
      if !value.isEmpty { parts.append(Part(key: key, value: value, isQuoted: isQuoted)) }
    }
  }

  private static func takeKey(_ rest: inout Substring) -> String? {
    guard let colon = rest.firstIndex(of: ":") else { return nil }
    let key = rest[..<colon].lowercased()
    guard keys.contains(key) else { return nil }
    let after = rest[rest.index(after: colon)...]
    guard let next = after.first, !next.isWhitespace else { return nil }
    rest = after
    return key
  }

  /// A missing closing quote means up to the end.
  private static func takeValue(_ rest: inout Substring) -> (value: String, isQuoted: Bool) {
    if rest.first == "\"" {
      let body = rest.dropFirst()
      let end = body.firstIndex(of: "\"") ?? body.endIndex
      rest = end == body.endIndex ? "" : body[body.index(after: end)...]
      return (String(body[..<end]).trimmingWhitespace, true)
    }
    let end = rest.firstIndex { $0.isWhitespace || $0 == "\"" } ?? rest.endIndex
    defer { rest = rest[end...] }
    return (String(rest[..<end]), false)
  }

  /// The start of a day of UTC, written `2026-01-31`.
  private static func day(_ text: String) throws(Refusal) -> Timestamp {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    let isDigits = text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || ($0 >= 48 && $0 <= 57) }
    guard isDigits, fields.map(\.count) == [4, 2, 2],
      let year = Int(fields[0]), let month = Int(fields[1]), let dayOfMonth = Int(fields[2])
    else { throw invalidDate(text) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let components = DateComponents(year: year, month: month, day: dayOfMonth)
    guard (1...12).contains(month), (1...31).contains(dayOfMonth), let date = calendar.date(from: components),
      calendar.component(.day, from: date) == dayOfMonth, calendar.component(.month, from: date) == month
    else { throw invalidDate(text) }
    return Timestamp(date)
  }

  private static func invalidDate(_ text: String) -> Refusal {
    Refusal(.invalid, "A date looks like 2026-01-31.")
  }
}

extension SearchQuery {
  /// The same search with the number at its end as a whole, so that 7 is meant before 70 and 700;
  /// `nil` when it ends with none.
  package var withWholeNumber: SearchQuery? {
    guard let number = words.last, number.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    var query = self
    query.words.removeLast()
    query.phrases.append(number)
    return query
  }
}
