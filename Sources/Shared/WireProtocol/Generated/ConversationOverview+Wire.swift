// Made from wire/overview.json: change that and run `make wire`.

import Domain

extension ConversationOverview: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: ConversationID?
    var name: String?
    var members: Int64?
    var messages: Int64?
    var createdAt: Timestamp?
    var lastMessageAt: Timestamp?
    var isIntelligenceOn: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "name": name = try reader.string()
      case "members": members = try reader.integer()
      case "messages": messages = try reader.integer()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      case "lastMessageAt": lastMessageAt = try reader.timestamp("lastMessageAt")
      case "isIntelligenceOn": isIntelligenceOn = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), name: try name.required("name"), members: Int(try members.required("members")),
      messages: Int(try messages.required("messages")), createdAt: try createdAt.required("createdAt"),
      lastMessageAt: lastMessageAt, isIntelligenceOn: try isIntelligenceOn.required("isIntelligenceOn"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("name", name)
    writer.field("members", members)
    writer.field("messages", messages)
    writer.field("createdAt", createdAt)
    writer.field("lastMessageAt", lastMessageAt)
    writer.field("isIntelligenceOn", isIntelligenceOn)
    writer.endObject()
  }
}
