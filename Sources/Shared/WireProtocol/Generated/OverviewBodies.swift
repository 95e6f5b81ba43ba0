// Made from wire/overview.json: change that and run `make wire`.

import Domain

/// Groups, oldest first.
package struct ConversationOverviews: WireBody, Hashable {
  package var conversations: [ConversationOverview]
  /// For `after`: there are more.
  package var next: String?

  package init(conversations: [ConversationOverview], next: String? = nil) {
    self.conversations = conversations
    self.next = next
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var conversations: [ConversationOverview] = []
    var next: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversations": conversations = try reader.bodies()
      case "next": next = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(conversations: conversations, next: next)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("conversations", conversations)
    writer.field("next", next)
    writer.endObject()
  }
}
