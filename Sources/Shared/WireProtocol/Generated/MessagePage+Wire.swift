// Made from wire/messages.json: change that and run `make wire`.

import Domain

extension MessagePage: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var ref: Int64?
    self = try Self.read(from: &reader, ref: &ref)
  }

  /// Reads the object of a frame or of a REST answer; `ref` is what a frame has of it.
  static func read(from reader: inout JSONReader, ref: inout Int64?) throws(Refusal) -> MessagePage {
    var conversation: ConversationID?
    var messages: [Message] = []
    var windowStart: Int64?
    var unreadBefore: Int64?
    var hasMore: Bool?
    var history: HistoryID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      case "messages": messages = try reader.bodies()
      case "windowStart": windowStart = try reader.integer()
      case "unreadBefore": unreadBefore = try reader.integer()
      case "hasMore": hasMore = try reader.boolean()
      case "history": history = try reader.identifier()
      case "ref": ref = try reader.integer()
      default: try reader.skipValue()
      }
    }
    return MessagePage(
      conversation: try conversation.required("conversation"), messages: messages,
      windowStart: try windowStart.required("windowStart"), unreadBefore: Int(unreadBefore ?? 0),
      hasMore: hasMore ?? false, history: history)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeFields(to: &writer)
    writer.endObject()
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("conversation", conversation)
    writer.field("messages", messages)
    writer.field("windowStart", windowStart)
    writer.field("unreadBefore", unreadBefore)
    writer.field("hasMore", ifTrue: hasMore)
    writer.field("history", history)
  }
}
