import Domain

extension FeedDelta: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var ref: Int64?
    self = try Self.read(from: &reader, ref: &ref)
  }

  /// Reads the object of a `delta` or `ack` frame or of a REST answer; `ref` is what the frame has of it.
  static func read(from reader: inout JSONReader, ref: inout Int64?) throws(Refusal) -> FeedDelta {
    var feed: FeedID?
    var delta = FeedDelta(feed: .me)
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "feed": feed = try reader.feed()
      case "fromRev": delta.fromRev = try reader.integer()
      case "toRev": delta.toRev = try reader.integer()
      case "messages": delta.messages = try reader.bodies()
      case "insights": delta.insights = try reader.bodies()
      case "members": delta.members = try reader.bodies()
      case "reset": delta.isReset = try reader.boolean() ?? false
      case "windowStart": delta.windowStart = try reader.integer()
      case "unreadBefore": delta.unreadBefore = try reader.integer().map(Int.init)
      case "conversation": delta.conversation = try reader.body()
      case "settings": delta.settings = try reader.bodies()
      case "profile": delta.profile = try reader.body()
      case "history": delta.history = try reader.identifier()
      case "ref": ref = try reader.integer()
      default: try reader.skipValue()
      }
    }
    return FeedDelta(
      feed: try feed.required("feed"), fromRev: delta.fromRev, toRev: delta.toRev, isReset: delta.isReset,
      windowStart: delta.windowStart, unreadBefore: delta.unreadBefore, conversation: delta.conversation,
      members: delta.members, messages: delta.messages, insights: delta.insights, settings: delta.settings,
      profile: delta.profile, history: delta.history)
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
    writer.field("profile", profile)
    writer.field("history", history)
  }
}
