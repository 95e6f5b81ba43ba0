import Domain

/// What `PUT /v1/conversations/{id}/settings` takes: an absent key leaves a setting as it is.
package struct SettingsRequest: WireBody, Hashable {
  package var change: ConversationSettingsChange

  package init(change: ConversationSettingsChange) {
    self.change = change
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    change = ConversationSettingsChange()
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "muted": change.muted = try reader.boolean()
      case "mutedUntil": change.mutedUntil = try reader.timestamp()
      case "archived": change.archived = try reader.boolean()
      case "pinned": change.pinned = try reader.boolean()
      default: try reader.skipValue()
      }
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    if let muted = change.muted { writer.field("muted", muted) }
    writer.field("mutedUntil", change.mutedUntil)
    if let archived = change.archived { writer.field("archived", archived) }
    if let pinned = change.pinned { writer.field("pinned", pinned) }
    writer.endObject()
  }
}
