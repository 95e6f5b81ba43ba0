// Made from wire/retention.json: change that and run `make wire`.

import Domain

extension ConversationRetention: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var conversation: ConversationID?
    var kind: Conversation.Kind?
    var name: String?
    var days: Int64?
    var isHeld: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      case "kind": kind = try reader.word("direct or group")
      case "name": name = try reader.string()
      case "days": days = try reader.integer()
      case "isHeld": isHeld = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(
      conversation: try conversation.required("conversation"), kind: try kind.required("kind"), name: name, days: days,
      isHeld: try isHeld.required("isHeld"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("conversation", conversation)
    writer.field("kind", kind.rawValue)
    writer.field("name", name)
    writer.field("days", days)
    writer.field("isHeld", isHeld)
    writer.endObject()
  }
}
