// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension TaskReport: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var message: MessageID?
    var sender: UserID?
    var text: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "message": message = try reader.identifier()
      case "sender": sender = try reader.identifier()
      case "text": text = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      message: try message.required("message"), sender: try sender.required("sender"), text: try text.required("text"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("message", message)
    writer.field("sender", sender)
    writer.field("text", text)
    writer.endObject()
  }
}
