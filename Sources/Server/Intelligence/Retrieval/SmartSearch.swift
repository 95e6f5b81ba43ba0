import Domain
import ServerCore

/// Finds messages by words and by meaning, among those that the asker can read.
package struct SmartSearch: Sendable {
  private static let maximumHits = 100

  let runner: AIRunner
  let reader: IntelligenceReader
  let retriever: Retriever
  let pipeline: Pipeline

  /// `searchConversations`: best first, at most `limit` (1...100). `text` is what people type into
  /// a search box, filters included.
  ///
  /// Asks no model, so it is not counted against the day's requests, unless the server's owner has
  /// chosen one elsewhere to embed what is looked for.
  package func search(_ text: String, for asker: UserID, limit: Int) async throws(Refusal) -> [SmartSearchHit] {
    try await find(text, for: asker, limit: limit).hits
  }

  /// The same, with what went otherwise than the server's owner has chosen.
  package func find(
    _ text: String, for asker: UserID, limit: Int
  ) async throws(Refusal) -> (hits: [SmartSearchHit], notice: String?) {
    let query = try SearchQueryParser.parse(text)
    let count = min(max(1, limit), Self.maximumHits)
    let words = (query.words + query.phrases).joined(separator: " ")
    return try await runner.admitted(asker, to: .search) { preferences throws(Refusal) in
      let far = try await retriever.remote?.query(
        words, feature: "searchConversations", for: asker, preferences)
      let hits = try await reader.read { [retriever] store in
        try retriever.find(query, remote: far?.query, for: asker, limit: count, in: store).map {
          found in
          SmartSearchHit(
            citation: found.placed.citation,
            snippet: found.placed.snippet ?? Snippet.of(found.placed.message.shownWithFiles, matching: words),
            file: found.placed.file, score: found.score, matchedBy: Self.reasons(found))
        }
      }
      if let notice = far?.notice { return (hits, notice) }
      return (
        hits, retriever.isByWordsOnly ? Self.byWords : Self.incomplete(waiting: try await pipeline.progress().due)
      )
    }
  }

  /// As many may wait at any moment while people write.
  private static let fewWaiting = 200

  private static func incomplete(waiting: Int) -> String? {
    guard waiting > fewWaiting else { return nil }
    return "\(waiting) messages are still to be read, the newest first: more may be found by meaning later."
  }

  private static let byWords = "This server has no sentence model, so this was looked for by words only."

  private static func reasons(_ found: Retriever.Found) -> [String] {
    let isByMeaning = found.similarity >= Retriever.clearSimilarity || (!found.isByWords && found.similarity > 0)
    return (found.isByWords ? ["words"] : []) + (isByMeaning ? ["meaning"] : [])
  }
}
