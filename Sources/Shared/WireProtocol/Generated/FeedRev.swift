// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// A conversation and the rev of its feed.
package struct FeedRev: WireBody, Hashable {
  package var id: ConversationID
  package var rev: Int64

  package init(id: ConversationID, rev: Int64) {
    self.id = id
    self.rev = rev
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: ConversationID?
    var rev: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "rev": rev = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(id: try id.required("id"), rev: try rev.required("rev"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("rev", rev)
    writer.endObject()
  }
}
