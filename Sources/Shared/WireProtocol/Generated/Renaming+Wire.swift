// Made from wire/conversations.json: change that and run `make wire`.

import Domain

extension Renaming: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var at: Timestamp?
    var by: UserID?
    var from: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "at": at = try reader.timestamp("at")
      case "by": by = try reader.identifier()
      case "from": from = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(at: try at.required("at"), by: try by.required("by"), from: try from.required("from"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("at", at)
    writer.field("by", by)
    writer.field("from", from)
    writer.endObject()
  }
}
