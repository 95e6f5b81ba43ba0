import Domain
import Foundation

/// What a search looks for in texts: the words and phrases of a query that have something to be
/// found by.
package struct SearchTerms: Sendable {
  package struct Term: Sendable {
    package let text: String
    /// Found where a word begins with it.
    package let isPrefix: Bool
    /// Its words stand one after the other.
    package let isPhrase: Bool
  }

  /// Phrases first.
  package let terms: [Term]
  /// There were words, but none with a letter or digit.
  package let matchesNothing: Bool
  /// There is something to look for, if only by a filter.
  package let finds: Bool

  package init(_ query: SearchQuery) {
    let phrases = query.phrases.filter(Self.isSearchable)
    let words = query.words.filter(Self.isSearchable)
    terms =
      phrases.map { Term(text: $0, isPrefix: false, isPhrase: true) }
      + words.enumerated().map { Term(text: $1, isPrefix: $0 == words.count - 1, isPhrase: false) }
    let isFiltered =
      !query.from.isEmpty || !query.conversations.isEmpty || query.before != nil || query.after != nil
      || query.hasLink || !query.kinds.isEmpty
    matchesNothing = terms.isEmpty && !(query.words.isEmpty && query.phrases.isEmpty)
    finds = !terms.isEmpty || (isFiltered && !matchesNothing)
  }

  private static func isSearchable(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
  }

  /// Names are searched without regard to case and accents.
  package static func folded(_ text: String) -> String {
    text.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
      .filter { $0.properties.canonicalCombiningClass == .notReordered }
      .reduce(into: "") { $0.unicodeScalars.append($1) }
  }

  /// Whether a name has all of these in it. An empty one is in no name.
  package static func name(_ name: String, has parts: [String]) -> Bool {
    let name = folded(name)
    return parts.map(folded).allSatisfy { !$0.isEmpty && name.contains($0) }
  }

  /// The ordinal that a search goes on below; throws `invalid` for what no search answered.
  package static func place(_ text: String?) throws(Refusal) -> Int64 {
    guard let text else { return .max }
    guard let ordinal = Int64(text), ordinal > 0 else { throw Refusal(.invalid, "That is not a place in a search.") }
    return ordinal
  }

  /// What was found, newest first and one more than `limit` where there is more, as a page with the
  /// place of the next.
  package static func page<Found>(
    _ found: [(ordinal: Int64, found: Found)], limit: Int
  ) -> (results: [Found], next: String?) {
    (found.prefix(limit).map(\.found), found.count > limit ? String(found[limit - 1].ordinal) : nil)
  }
}

/// BM25 over what the asker may read: how many messages that is, in how many of them each term
/// stands, and how long those at hand are. Nothing that others wrote elsewhere moves it.
package struct KeywordScore: Sendable {
  private static let saturation = 1.2
  private static let lengthShare = 0.75

  /// Of each term: how much it tells.
  private let weights: [Double]
  private let meanLength: Double

  /// `holding`: in how many of `total` messages each term stands. `lengths` are those of the
  /// messages to be ranked.
  package init(holding: [Int], of total: Int64, lengths: some Collection<Double>) {
    weights = holding.map { holding in
      max(1e-6, log((Double(total) - Double(holding) + 0.5) / (Double(holding) + 0.5)))
    }
    meanLength = max(1, lengths.reduce(0, +) / Double(max(1, lengths.count)))
  }

  /// Of a message in which each term stands `hits` times.
  package func score(hits: some Sequence<UInt8>, length: Double) -> Double {
    let relative = 1 - Self.lengthShare + Self.lengthShare * length / meanLength
    return zip(hits, weights).reduce(0) { sum, term in
      let hits = Double(term.0)
      return sum + term.1 * hits * (Self.saturation + 1) / (hits + Self.saturation * relative)
    }
  }
}
