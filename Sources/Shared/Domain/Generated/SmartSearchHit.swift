// Made from wire/intelligence.json: change that and run `make wire`.

/// A message that answers a search, with what surrounds it.
public struct SmartSearchHit: Hashable, Sendable, Codable {
  public let citation: Citation
  /// Part of the text, or of the words of `file`, matches between U+0002 and U+0003.
  public let snippet: String
  /// Name of the file that the snippet is of, when the message's own text has no match.
  public let file: String?
  public let score: Double
  /// Why it was found: `words`, `meaning`, or both.
  public let matchedBy: [String]

  public init(citation: Citation, snippet: String, file: String? = nil, score: Double, matchedBy: [String]) {
    self.citation = citation
    self.snippet = snippet
    self.file = file
    self.score = score
    self.matchedBy = matchedBy
  }
}
