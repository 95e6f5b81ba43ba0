// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

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
