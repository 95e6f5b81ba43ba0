// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// What text of the asker went where, newest first.
package struct LedgerResponse: WireBody, Hashable {
  package var entries: [LedgerEntry]

  package init(entries: [LedgerEntry]) {
    self.entries = entries
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var entries: [LedgerEntry] = []
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

/// How far the AI is with a conversation.
package struct ConversationWork: WireBody, Hashable {
  /// Its messages that are not worked on yet; 10,000 stands for more too.
  package var waitingMessages: Int

  package init(waitingMessages: Int) {
    self.waitingMessages = waitingMessages
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var waitingMessages: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "waitingMessages": waitingMessages = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(waitingMessages: Int(try waitingMessages.required("waitingMessages")))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("waitingMessages", waitingMessages)
    writer.endObject()
  }
}

/// On or off.
package struct SwitchRequest: WireBody, Hashable {
  package var isOn: Bool

  package init(isOn: Bool) {
    self.isOn = isOn
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var isOn: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "isOn": isOn = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(isOn: try isOn.required("isOn"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("isOn", isOn)
    writer.endObject()
  }
}
