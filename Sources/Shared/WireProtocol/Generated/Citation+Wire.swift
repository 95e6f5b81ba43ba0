// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension Citation: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var conversation: ConversationID?
    var message: MessageID?
    var seq: Int64?
    var sender: UserID?
    var excerpt: String?
    var createdAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      case "message": message = try reader.identifier()
      case "seq": seq = try reader.integer()
      case "sender": sender = try reader.identifier()
      case "excerpt": excerpt = try reader.string()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      default: try reader.skipValue()
      }
    }
    self.init(
      conversation: try conversation.required("conversation"), message: try message.required("message"),
      seq: try seq.required("seq"), sender: try sender.required("sender"), excerpt: try excerpt.required("excerpt"),
      createdAt: try createdAt.required("createdAt"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("conversation", conversation)
    writer.field("message", message)
    writer.field("seq", seq)
    writer.field("sender", sender)
    writer.field("excerpt", excerpt)
    writer.field("createdAt", createdAt)
    writer.endObject()
  }
}
