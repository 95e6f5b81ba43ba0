// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// The asker's conversations.
package struct ConversationsResponse: WireBody, Hashable {
  package var conversations: [FeedRev]

  package init(conversations: [FeedRev]) {
    self.conversations = conversations
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var conversations: [FeedRev] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversations": conversations = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(conversations: conversations)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("conversations", conversations)
    writer.endObject()
  }
}
