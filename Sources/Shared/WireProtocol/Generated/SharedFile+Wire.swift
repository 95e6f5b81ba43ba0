// Made from wire/files.json: change that and run `make wire`.

import Domain

extension SharedFile: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var attachment: Attachment?
    var message: MessageID?
    var seq: Int64?
    var sender: UserID?
    var createdAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "attachment": attachment = try reader.body()
      case "message": message = try reader.identifier()
      case "seq": seq = try reader.integer()
      case "sender": sender = try reader.identifier()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      default: try reader.skipValue()
      }
    }
    self.init(
      attachment: try attachment.required("attachment"), message: try message.required("message"),
      seq: try seq.required("seq"), sender: try sender.required("sender"),
      createdAt: try createdAt.required("createdAt"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("attachment", attachment)
    writer.field("message", message)
    writer.field("seq", seq)
    writer.field("sender", sender)
    writer.field("createdAt", createdAt)
    writer.endObject()
  }
}
