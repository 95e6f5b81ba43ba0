// Made from wire/intelligence.json: change that and run `make wire`.

/// A message that answers a search, with what surrounds it.
public struct SmartSearchHit: Hashable, Sendable, Codable {
  public let citation: Citation
  /// Part of the text, matches between U+0002 and U+0003.
  public let snippet: String
  public let score: Double
  /// Why it was found: `words`, `meaning`, or both.
  public let matchedBy: [String]

  public init(citation: Citation, snippet: String, score: Double, matchedBy: [String]) {
    self.citation = citation
    self.snippet = snippet
    self.score = score
    self.matchedBy = matchedBy
  }
}
