/// What a search has found so far.
public struct SmartSearchResult: Hashable, Sendable {
  /// By words and meaning, best first.
  public let hits: [SmartSearchHit]
  /// What went otherwise than expected, in a sentence: shown with the hits.
  public let notice: String?
  /// The answer to a question; `nil` until it is there, and when none was asked for.
  public let answer: AIOutput?

  public init(hits: [SmartSearchHit], notice: String? = nil, answer: AIOutput? = nil) {
    self.hits = hits
    self.notice = notice
    self.answer = answer
  }
}
