// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// What `PUT /v1/conversations/{id}/read` takes.
package struct ReadRequest: WireBody, Hashable {
  package var seq: Int64
  package var markUnread: Bool

  package init(seq: Int64, markUnread: Bool = false) {
    self.seq = seq
    self.markUnread = markUnread
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var seq: Int64?
    var markUnread: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "seq": seq = try reader.integer()
      case "markUnread": markUnread = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(seq: try seq.required("seq"), markUnread: markUnread ?? false)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("seq", seq)
    writer.field("markUnread", ifTrue: markUnread)
    writer.endObject()
  }
}

/// What `PUT /v1/conversations/{id}/delivered` takes.
package struct DeliveredRequest: WireBody, Hashable {
  package var seq: Int64

  package init(seq: Int64) {
    self.seq = seq
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var seq: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "seq": seq = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(seq: try seq.required("seq"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("seq", seq)
    writer.endObject()
  }
}

/// Matching messages, newest first; `next` is passed back as `before`.
package struct SearchResponse: WireBody, Hashable {
  package var results: [SearchResult]
  package var next: String?

  package init(results: [SearchResult], next: String? = nil) {
    self.results = results
    self.next = next
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var results: [SearchResult] = []
    var next: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "results": results = try reader.bodies()
      case "next": next = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(results: results, next: next)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("results", results)
    writer.field("next", next)
    writer.endObject()
  }
}
