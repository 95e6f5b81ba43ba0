import Domain

extension ServerFrame {
  /// Reads one frame. Throws `malformed`, `unknownFrame`, or `unsupportedVersion` for a welcome of
  /// another version.
  package static func decode(_ bytes: [UInt8]) throws(Refusal) -> ServerFrame {
    let outcome = bytes.withUnsafeBufferPointer { utf8 in
      Result { () throws(Refusal) in try decode(utf8) }
    }
    return try outcome.get()
  }

  /// Reads one frame. Throws `malformed`, `unknownFrame`, or `unsupportedVersion` for a welcome of
  /// another version.
  package static func decode(_ utf8: UnsafeBufferPointer<UInt8>) throws(Refusal) -> ServerFrame {
    let type = try FrameInspection.type(utf8)
    var reader = JSONReader(utf8)
    let frame: ServerFrame
    switch type {
    case "delta": frame = try readDelta(&reader)
    case "ack": frame = try readAck(&reader)
    case "page": frame = try readPage(&reader)
    case "presence": frame = try readPresence(&reader)
    case "typing": frame = try readTyping(&reader)
    case "welcome": frame = try readWelcome(&reader)
    case "gone": frame = try readGone(&reader)
    case "error": frame = try readError(&reader)
    case "pong": frame = try readPong(&reader)
    case "synced":
      try reader.skipValue()
      frame = .synced
    default:
      try reader.skipValue()
      try reader.finish()
      throw Refusal(.unknownFrame, "This frame type is not known.")
    }
    try reader.finish()
    return frame
  }

  private static func readDelta(_ reader: inout JSONReader) throws(Refusal) -> ServerFrame {
    var ref: Int64?
    let delta = try FeedDelta.read(from: &reader, ref: &ref)
    _ = try delta.fromRev.required("fromRev")
    _ = try delta.toRev.required("toRev")
    return .delta(delta)
  }

  private static func readAck(_ reader: inout JSONReader) throws(Refusal) -> ServerFrame {
    var ref: Int64?
    let delta = try FeedDelta.read(from: &reader, ref: &ref)
    return .ack(ref: try ref.required("ref"), delta)
  }

  private static func readPage(_ reader: inout JSONReader) throws(Refusal) -> ServerFrame {
    var ref: Int64?
    let page = try MessagePage.read(from: &reader, ref: &ref)
    return .page(ref: try ref.required("ref"), page)
  }

  private static func readWelcome(_ reader: inout JSONReader) throws(Refusal) -> ServerFrame {
    var version: Int64?
    var user: UserID?
    var session: SessionID?
    var serverTime: Timestamp?
    var history: HistoryID?
    var traces: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "version": version = try reader.integer()
      case "user": user = try reader.identifier()
      case "session": session = try reader.identifier()
      case "serverTime": serverTime = try reader.timestamp("serverTime")
      case "history": history = try reader.identifier()
      case "traces": traces = try reader.integer()
      default: try reader.skipValue()
      }
    }
    guard try version.required("version") == ClientFrame.version else {
      throw Refusal(.unsupportedVersion, "The server speaks another version of the protocol.")
    }
    return .welcome(
      user: try user.required("user"), session: try session.required("session"),
      serverTime: try serverTime.required("serverTime"), history: history, traces: traces)
  }

  private static func readGone(_ reader: inout JSONReader) throws(Refusal) -> ServerFrame {
    var feed: FeedID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "feed": feed = try reader.feed()
      default: try reader.skipValue()
      }
    }
    return .gone(try feed.required("feed"))
  }

  private static func readTyping(_ reader: inout JSONReader) throws(Refusal) -> ServerFrame {
    var conversation: ConversationID?
    var user: UserID?
    var active: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      case "user": user = try reader.identifier()
      case "active": active = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    return .typing(
      conversation: try conversation.required("conversation"), user: try user.required("user"),
      active: active ?? false)
  }

  private static func readPresence(_ reader: inout JSONReader) throws(Refusal) -> ServerFrame {
    var users: [Presence] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "users": users = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    return .presence(users)
  }

  private static func readError(_ reader: inout JSONReader) throws(Refusal) -> ServerFrame {
    var ref: Int64?
    var fields = RefusalFields()
    try reader.requireObject()
    while let key = try reader.nextKey() {
      if key == "ref" { ref = try reader.integer() } else { try fields.read(key, from: &reader) }
    }
    return .error(ref: ref, try fields.refusal())
  }

  private static func readPong(_ reader: inout JSONReader) throws(Refusal) -> ServerFrame {
    var ref: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "ref": ref = try reader.integer()
      default: try reader.skipValue()
      }
    }
    return .pong(ref: ref)
  }
}
