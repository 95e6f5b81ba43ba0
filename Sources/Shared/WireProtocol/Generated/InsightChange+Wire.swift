// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

extension InsightChange: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var text: String?
    var status: Insight.Status?
    var owner: UserID?
    var removesOwner: Bool?
    var dueAt: Timestamp?
    var removesDue: Bool?
    var tags: [String]?
    var context: String?
    var participants: [UserID]?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "text": text = try reader.string()
      case "status": status = try reader.word("open, done, dismissed or withdrawn")
      case "owner": owner = try reader.identifier()
      case "removesOwner": removesOwner = try reader.boolean()
      case "dueAt": dueAt = try reader.timestamp("dueAt")
      case "removesDue": removesDue = try reader.boolean()
      case "tags": tags = try reader.null() ? nil : reader.strings()
      case "context": context = try reader.string()
      case "participants": participants = try reader.identifiers()
      default: try reader.skipValue()
      }
    }
    self.init(
      text: text, status: status, owner: owner, removesOwner: removesOwner, dueAt: dueAt, removesDue: removesDue,
      tags: tags, context: context, participants: participants)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("text", text)
    writer.field("status", status?.rawValue)
    writer.field("owner", owner)
    if let removesOwner { writer.field("removesOwner", removesOwner) }
    writer.field("dueAt", dueAt)
    if let removesDue { writer.field("removesDue", removesDue) }
    if let tags { writer.field("tags", tags) }
    writer.field("context", context)
    if let participants { writer.field("participants", participants) }
    writer.endObject()
  }
}
