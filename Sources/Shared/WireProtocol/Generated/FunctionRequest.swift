// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// A function of the assistant, called by name. `arguments` is a JSON object as text.
package struct FunctionRequest: WireBody, Hashable {
  package var function: String
  package var arguments: String
  package var conversation: ConversationID?

  package init(function: String, arguments: String, conversation: ConversationID? = nil) {
    self.function = function
    self.arguments = arguments
    self.conversation = conversation
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var function: String?
    var arguments: String?
    var conversation: ConversationID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "function": function = try reader.string()
      case "arguments": arguments = try reader.string()
      case "conversation": conversation = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    self.init(
      function: try function.required("function"), arguments: try arguments.required("arguments"),
      conversation: conversation)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("function", function)
    writer.field("arguments", arguments)
    writer.field("conversation", conversation)
    writer.endObject()
  }
}
