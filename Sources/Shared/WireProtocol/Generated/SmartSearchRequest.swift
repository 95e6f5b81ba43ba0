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
