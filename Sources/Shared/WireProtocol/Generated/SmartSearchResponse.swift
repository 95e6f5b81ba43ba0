// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

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
