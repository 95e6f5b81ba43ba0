// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// The talk so far, oldest first.
package struct AssistantHistoryResponse: WireBody, Hashable {
  package var messages: [AssistantMessage]

  package init(messages: [AssistantMessage]) {
    self.messages = messages
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var messages: [AssistantMessage] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "messages": messages = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(messages: messages)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("messages", messages)
    writer.endObject()
  }
}
