// Made from wire/messages.json: change that and run `make wire`.

import Domain

extension FeedDelta: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var ref: Int64?
    self = try Self.read(from: &reader, ref: &ref)
  }

  /// Reads the object of a frame or of a REST answer; `ref` is what a frame has of it.
  static func read(from reader: inout JSONReader, ref: inout Int64?) throws(Refusal) -> FeedDelta {
    var feed: FeedID?
    var fromRev: Int64?
    var toRev: Int64?
    var isReset: Bool?
    var windowStart: Int64?
    var unreadBefore: Int64?
    var conversation: Conversation?
    var members: [Member] = []
    var messages: [Message] = []
    var insights: [Insight] = []
    var settings: [ConversationSettings] = []
    var reminders: [Reminder] = []
    var opinions: [Opinion] = []
    var priorities: [PriorityMark] = []
    var profile: Profile?
    var history: HistoryID?
    var traceparent: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "feed": feed = try reader.feed()
      case "fromRev": fromRev = try reader.integer()
      case "toRev": toRev = try reader.integer()
      case "reset": isReset = try reader.boolean()
      case "windowStart": windowStart = try reader.integer()
      case "unreadBefore": unreadBefore = try reader.integer()
      case "conversation": conversation = try reader.body()
      case "members": members = try reader.bodies()
      case "messages": messages = try reader.bodies()
      case "insights": insights = try reader.bodies()
      case "settings": settings = try reader.bodies()
      case "reminders": reminders = try reader.bodies()
      case "opinions": opinions = try reader.bodies()
      case "priorities": priorities = try reader.bodies()
      case "profile": profile = try reader.body()
      case "history": history = try reader.identifier()
      case "traceparent": traceparent = try reader.string()
      case "ref": ref = try reader.integer()
      default: try reader.skipValue()
      }
    }
    return FeedDelta(
      feed: try feed.required("feed"), fromRev: fromRev, toRev: toRev, isReset: isReset ?? false,
      windowStart: windowStart, unreadBefore: unreadBefore.map(Int.init), conversation: conversation, members: members,
      messages: messages, insights: insights, settings: settings, reminders: reminders, opinions: opinions,
      priorities: priorities, profile: profile, history: history, traceparent: traceparent)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeFields(to: &writer)
    writer.endObject()
  }

  func writeFields(to writer: inout JSONWriter) {
    writer.field("feed", feed)
    writer.field("fromRev", fromRev)
    writer.field("toRev", toRev)
    writer.field("reset", ifTrue: isReset)
    writer.field("windowStart", windowStart)
    writer.field("unreadBefore", unreadBefore.map(Int64.init))
    writer.field("conversation", conversation)
    writer.field("members", ifAny: members)
    writer.field("messages", ifAny: messages)
    writer.field("insights", ifAny: insights)
    writer.field("settings", ifAny: settings)
    writer.field("reminders", ifAny: reminders)
    writer.field("opinions", ifAny: opinions)
    writer.field("priorities", ifAny: priorities)
    writer.field("profile", profile)
    writer.field("history", history)
    writer.field("traceparent", traceparent)
  }
}
