// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// What the asker says to the assistant, and what they are looking at.
package struct AssistantRequest: WireBody, Hashable {
  package var text: String
  package var conversation: ConversationID?

  package init(text: String, conversation: ConversationID? = nil) {
    self.text = text
    self.conversation = conversation
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var text: String?
    var conversation: ConversationID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "text": text = try reader.string()
      case "conversation": conversation = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    self.init(text: try text.required("text"), conversation: conversation)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("text", text)
    writer.field("conversation", conversation)
    writer.endObject()
  }
}
