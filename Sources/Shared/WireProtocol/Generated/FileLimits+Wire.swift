// Made from wire/files.json: change that and run `make wire`.

import Domain

extension FileLimits: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var bytes: Int64?
    var perMessage: Int64?
    var used: Int64?
    var room: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "bytes": bytes = try reader.integer()
      case "perMessage": perMessage = try reader.integer()
      case "used": used = try reader.integer()
      case "room": room = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(
      bytes: try bytes.required("bytes"), perMessage: Int(try perMessage.required("perMessage")),
      used: try used.required("used"), room: try room.required("room"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("bytes", bytes)
    writer.field("perMessage", perMessage)
    writer.field("used", used)
    writer.field("room", room)
    writer.endObject()
  }
}
