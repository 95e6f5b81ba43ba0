// Made from wire/intelligence.json: change that and run `make wire`.

/// A claim with the messages that support it.
public struct CitedPoint: Hashable, Sendable, Codable {
  public let text: String
  /// Whom the point is about, when it is about one person.
  public let person: UserID?
  /// Never empty: a claim without one is dropped.
  public let citations: [Citation]

  public init(text: String, person: UserID? = nil, citations: [Citation]) {
    self.text = text
    self.person = person
    self.citations = citations
  }
}
