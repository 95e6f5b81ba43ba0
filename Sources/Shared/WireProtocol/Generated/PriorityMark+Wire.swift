// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension PriorityMark: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var message: MessageID?
    var rev: Int64?
    var conversation: ConversationID?
    var seq: Int64?
    var reason: String?
    var isByModel: Bool?
    var until: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "message": message = try reader.identifier()
      case "rev": rev = try reader.integer()
      case "conversation": conversation = try reader.identifier()
      case "seq": seq = try reader.integer()
      case "reason": reason = try reader.string()
      case "isByModel": isByModel = try reader.boolean()
      case "until": until = try reader.timestamp("until")
      default: try reader.skipValue()
      }
    }
    self.init(
      message: try message.required("message"), rev: try rev.required("rev"),
      conversation: try conversation.required("conversation"), seq: try seq.required("seq"), reason: reason,
      isByModel: isByModel ?? false, until: try until.required("until"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("message", message)
    writer.field("rev", rev)
    writer.field("conversation", conversation)
    writer.field("seq", seq)
    writer.field("reason", reason)
    writer.field("isByModel", ifTrue: isByModel)
    writer.field("until", until)
    writer.endObject()
  }
}
