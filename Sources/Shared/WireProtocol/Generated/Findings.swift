// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// All that has been found so far: first by words, then by meaning, then the answer.
package struct Findings: WireBody, Hashable {
  /// By words, newest first; those with the number at the end as a whole come before those with a
  /// longer one.
  package var results: [SearchResult]
  /// `before` of the next page of `GET /v1/search`.
  package var next: String?
  /// By words and meaning, best first; absent until they have been looked for.
  package var hits: [SmartSearchHit]?
  /// As that of `searchConversations`.
  package var notice: String?
  /// As that of `askConversations`.
  package var answer: AIOutput?

  package init(
    results: [SearchResult], next: String? = nil, hits: [SmartSearchHit]? = nil, notice: String? = nil,
    answer: AIOutput? = nil
  ) {
    self.results = results
    self.next = next
    self.hits = hits
    self.notice = notice
    self.answer = answer
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var results: [SearchResult] = []
    var next: String?
    var hits: [SmartSearchHit]?
    var notice: String?
    var answer: AIOutput?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "results": results = try reader.bodies()
      case "next": next = try reader.string()
      case "hits": hits = try reader.null() ? nil : reader.bodies()
      case "notice": notice = try reader.string()
      case "answer": answer = try reader.body()
      default: try reader.skipValue()
      }
    }
    self.init(results: results, next: next, hits: hits, notice: notice, answer: answer)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("results", results)
    writer.field("next", next)
    if let hits { writer.field("hits", hits) }
    writer.field("notice", notice)
    writer.field("answer", answer)
    writer.endObject()
  }
}
