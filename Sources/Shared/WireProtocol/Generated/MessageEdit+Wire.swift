// Made from wire/messages.json: change that and run `make wire`.

import Domain

extension MessageEdit: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: EditID?
    var text: String?
    var at: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "text": text = try reader.string()
      case "at": at = try reader.timestamp("at")
      default: try reader.skipValue()
      }
    }
    self.init(id: try id.required("id"), text: try text.required("text"), at: try at.required("at"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("text", text)
    writer.field("at", at)
    writer.endObject()
  }
}
