/// What a search found, best first.
public struct SmartSearchResult: Hashable, Sendable {
  public let hits: [SmartSearchHit]
  /// What went otherwise than expected, in a sentence: shown with the hits.
  public let notice: String?

  public init(hits: [SmartSearchHit], notice: String? = nil) {
    self.hits = hits
    self.notice = notice
  }
}
