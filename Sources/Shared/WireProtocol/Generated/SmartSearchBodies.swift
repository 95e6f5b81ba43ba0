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
