// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// A search by words and meaning, with the filters of the keyword search.
package struct SmartSearchRequest: WireBody, Hashable {
  package var query: String
  package var limit: Int?

  package init(query: String, limit: Int? = nil) {
    self.query = query
    self.limit = limit
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var query: String?
    var limit: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "query": query = try reader.string()
      case "limit": limit = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(query: try query.required("query"), limit: limit.map(Int.init))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("query", query)
    writer.field("limit", limit.map(Int64.init))
    writer.endObject()
  }
}

/// What was found, best first.
package struct SmartSearchResponse: WireBody, Hashable {
  package var hits: [SmartSearchHit]
  /// Said when the search went otherwise than the server's owner has chosen.
  package var notice: String?

  package init(hits: [SmartSearchHit], notice: String? = nil) {
    self.hits = hits
    self.notice = notice
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var hits: [SmartSearchHit] = []
    var notice: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "hits": hits = try reader.bodies()
      case "notice": notice = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(hits: hits, notice: notice)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("hits", hits)
    writer.field("notice", notice)
    writer.endObject()
  }
}

/// One search by everything there is: by words, by meaning, and for an answer.
package struct FindRequest: WireBody, Hashable {
  /// With the filters of the keyword search.
  package var query: String
  /// Messages of each kind; 20 unless told, at most 100.
  package var limit: Int?
  /// Whether it is a question that is to be answered as well.
  package var asks: Bool

  package init(query: String, limit: Int? = nil, asks: Bool = false) {
    self.query = query
    self.limit = limit
    self.asks = asks
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var query: String?
    var limit: Int64?
    var asks: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "query": query = try reader.string()
      case "limit": limit = try reader.integer()
      case "asks": asks = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(query: try query.required("query"), limit: limit.map(Int.init), asks: asks ?? false)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("query", query)
    writer.field("limit", limit.map(Int64.init))
    writer.field("asks", ifTrue: asks)
    writer.endObject()
  }
}

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

/// A question to all conversations of the asker.
package struct QuestionRequest: WireBody, Hashable {
  package var question: String

  package init(question: String) {
    self.question = question
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var question: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "question": question = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(question: try question.required("question"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("question", question)
    writer.endObject()
  }
}
