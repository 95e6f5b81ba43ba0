// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// What the asker says to the assistant, and what they are looking at.
package struct AssistantRequest: WireBody, Hashable {
  package var text: String
  package var conversation: ConversationID?
  /// Of the asker's choice: the same once more is one question.
  package var id: AssistantMessageID?

  package init(text: String, conversation: ConversationID? = nil, id: AssistantMessageID? = nil) {
    self.text = text
    self.conversation = conversation
    self.id = id
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var text: String?
    var conversation: ConversationID?
    var id: AssistantMessageID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "text": text = try reader.string()
      case "conversation": conversation = try reader.identifier()
      case "id": id = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    self.init(text: try text.required("text"), conversation: conversation, id: id)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("text", text)
    writer.field("conversation", conversation)
    writer.field("id", id)
    writer.endObject()
  }
}

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

/// What the assistant keeps about the asker.
package struct MemoryResponse: WireBody, Hashable {
  package var entries: [MemoryEntry]

  package init(entries: [MemoryEntry]) {
    self.entries = entries
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var entries: [MemoryEntry] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "entries": entries = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(entries: entries)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("entries", entries)
    writer.endObject()
  }
}

/// The asker's word on a proposed change.
package struct ProposalRequest: WireBody, Hashable {
  package var approve: Bool

  package init(approve: Bool) {
    self.approve = approve
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var approve: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "approve": approve = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(approve: try approve.required("approve"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("approve", approve)
    writer.endObject()
  }
}

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
