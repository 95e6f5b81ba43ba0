// Made from wire/conversations.json: change that and run `make wire`.

import Domain

extension ConversationSettingsChange: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var muted: Bool?
    var mutedUntil: Timestamp?
    var archived: Bool?
    var pinned: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "muted": muted = try reader.boolean()
      case "mutedUntil": mutedUntil = try reader.timestamp("mutedUntil")
      case "archived": archived = try reader.boolean()
      case "pinned": pinned = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(muted: muted, mutedUntil: mutedUntil, archived: archived, pinned: pinned)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if let muted { writer.field("muted", muted) }
    writer.field("mutedUntil", mutedUntil)
    if let archived { writer.field("archived", archived) }
    if let pinned { writer.field("pinned", pinned) }
    writer.endObject()
  }
}
