// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// Where an output is posted.
package struct ShareRequest: WireBody, Hashable {
  package var conversation: ConversationID

  package init(conversation: ConversationID) {
    self.conversation = conversation
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var conversation: ConversationID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    self.init(conversation: try conversation.required("conversation"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("conversation", conversation)
    writer.endObject()
  }
}
