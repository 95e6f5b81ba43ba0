// Made from wire/conversations.json: change that and run `make wire`.

import Domain

extension ConversationSettings: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var conversation: ConversationID?
    var rev: Int64?
    var muted: Bool?
    var mutedUntil: Timestamp?
    var archived: Bool?
    var archivedAt: Timestamp?
    var pinned: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      case "rev": rev = try reader.integer()
      case "muted": muted = try reader.boolean()
      case "mutedUntil": mutedUntil = try reader.timestamp("mutedUntil")
      case "archived": archived = try reader.boolean()
      case "archivedAt": archivedAt = try reader.timestamp("archivedAt")
      case "pinned": pinned = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(
      conversation: try conversation.required("conversation"), rev: try rev.required("rev"), muted: muted ?? false,
      mutedUntil: mutedUntil, archived: archived ?? false, archivedAt: archivedAt, pinned: pinned ?? false)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("conversation", conversation)
    writer.field("rev", rev)
    writer.field("muted", ifTrue: muted)
    writer.field("mutedUntil", mutedUntil)
    writer.field("archived", ifTrue: archived)
    writer.field("archivedAt", archivedAt)
    writer.field("pinned", ifTrue: pinned)
    writer.endObject()
  }
}
