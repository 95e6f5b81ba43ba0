// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension PriorityVerdict: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var message: MessageID?
    var conversation: ConversationID?
    var seq: Int64?
    var sender: UserID?
    var excerpt: String?
    var createdAt: Timestamp?
    var priority: Priority?
    var score: Double?
    var reason: String?
    var isCorrected: Bool?
    var isUnread: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "message": message = try reader.identifier()
      case "conversation": conversation = try reader.identifier()
      case "seq": seq = try reader.integer()
      case "sender": sender = try reader.identifier()
      case "excerpt": excerpt = try reader.string()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      case "priority": priority = try reader.word("urgent, can_wait or ai_handled")
      case "score": score = try reader.number()
      case "reason": reason = try reader.string()
      case "isCorrected": isCorrected = try reader.boolean()
      case "isUnread": isUnread = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(
      message: try message.required("message"), conversation: try conversation.required("conversation"),
      seq: try seq.required("seq"), sender: try sender.required("sender"), excerpt: try excerpt.required("excerpt"),
      createdAt: try createdAt.required("createdAt"), priority: try priority.required("priority"),
      score: try score.required("score"), reason: try reason.required("reason"), isCorrected: isCorrected ?? false,
      isUnread: try isUnread.required("isUnread"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("message", message)
    writer.field("conversation", conversation)
    writer.field("seq", seq)
    writer.field("sender", sender)
    writer.field("excerpt", excerpt)
    writer.field("createdAt", createdAt)
    writer.field("priority", priority.rawValue)
    writer.field("score", score)
    writer.field("reason", reason)
    writer.field("isCorrected", isCorrected)
    writer.field("isUnread", isUnread)
    writer.endObject()
  }
}
