// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension MemoryEntry: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: MemoryEntryID?
    var text: String?
    var createdAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "text": text = try reader.string()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), text: try text.required("text"), createdAt: try createdAt.required("createdAt"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("text", text)
    writer.field("createdAt", createdAt)
    writer.endObject()
  }
}
