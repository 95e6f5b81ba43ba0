// Made from wire/messages.json: change that and run `make wire`.

import Domain

extension Message: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: MessageID?
    var seq: Int64?
    var rev: Int64?
    var sender: UserID?
    var text: String?
    var createdAt: Timestamp?
    var replyTo: MessageID?
    var editCount: Int64?
    var editedAt: Timestamp?
    var edits: [MessageEdit] = []
    var deletedAt: Timestamp?
    var deletedBy: UserID?
    var attachments: [Attachment] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "seq": seq = try reader.integer()
      case "rev": rev = try reader.integer()
      case "sender": sender = try reader.identifier()
      case "text": text = try reader.string()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      case "replyTo": replyTo = try reader.identifier()
      case "editCount": editCount = try reader.integer()
      case "editedAt": editedAt = try reader.timestamp("editedAt")
      case "edits": edits = try reader.bodies()
      case "deletedAt": deletedAt = try reader.timestamp("deletedAt")
      case "deletedBy": deletedBy = try reader.identifier()
      case "attachments": attachments = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), seq: try seq.required("seq"), rev: try rev.required("rev"),
      sender: try sender.required("sender"), text: try text.required("text"),
      createdAt: try createdAt.required("createdAt"), replyTo: replyTo, editCount: Int(editCount ?? 0),
      editedAt: editedAt, edits: edits, deletedAt: deletedAt, deletedBy: deletedBy, attachments: attachments)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("seq", seq)
    writer.field("rev", rev)
    writer.field("sender", sender)
    writer.field("text", text)
    writer.field("createdAt", createdAt)
    writer.field("replyTo", replyTo)
    writer.field("editCount", ifPositive: editCount)
    writer.field("editedAt", editedAt)
    writer.field("edits", ifAny: edits)
    writer.field("deletedAt", deletedAt)
    writer.field("deletedBy", deletedBy)
    writer.field("attachments", ifAny: attachments)
    writer.endObject()
  }
}
