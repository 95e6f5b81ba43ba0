import Domain

extension ClientFrame {
  /// Reads one frame. Throws `malformed` or `unknownFrame`. A hello of another version is read all
  /// the same.
  package static func decode(_ bytes: [UInt8]) throws(Refusal) -> ClientFrame {
    let outcome = bytes.withUnsafeBufferPointer { utf8 in
      Result { () throws(Refusal) in try decode(utf8) }
    }
    return try outcome.get()
  }

  /// Reads one frame. Throws `malformed` or `unknownFrame`. A hello of another version is read all
  /// the same.
  package static func decode(_ utf8: UnsafeBufferPointer<UInt8>) throws(Refusal) -> ClientFrame {
    let type = try FrameInspection.type(utf8)
    var reader = JSONReader(utf8)
    try reader.requireObject()
    let frame: ClientFrame
    switch type {
    case "send": frame = try readSend(&reader)
    case "delivered": frame = try readWatermark(&reader, isRead: false)
    case "read": frame = try readWatermark(&reader, isRead: true)
    case "typing": frame = try readTyping(&reader)
    case "ping": frame = try readPing(&reader)
    case "presence": frame = try readPresence(&reader)
    case "pull": frame = try readPull(&reader)
    case "history": frame = try readHistory(&reader)
    case "edit": frame = try readEdit(&reader)
    case "delete": frame = try readDelete(&reader)
    case "hello": frame = try readHello(&reader)
    case "sync": frame = try readSync(&reader)
    default:
      while try reader.nextKey() != nil { try reader.skipValue() }
      try reader.finish()
      throw Refusal(.unknownFrame, "This frame type is not known.")
    }
    try reader.finish()
    return frame
  }

  private static func readHello(_ reader: inout JSONReader) throws(Refusal) -> ClientFrame {
    var version: Int64?
    var token: String?
    var client: String?
    var known: [FeedID: Int64] = [:]
    var more: Bool?
    var history: HistoryID?
    while let key = try reader.nextKey() {
      switch key {
      case "version": version = try reader.integer()
      case "token": token = try reader.string()
      case "client": client = try reader.string()
      case "known": known = try readKnown(&reader)
      case "more": more = try reader.boolean()
      case "history": history = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    return .hello(
      version: Int(try version.required("version")), token: try token.required("token"), client: client,
      known: known, more: more ?? false, history: history)
  }

  private static func readSync(_ reader: inout JSONReader) throws(Refusal) -> ClientFrame {
    var known: [FeedID: Int64] = [:]
    var more: Bool?
    while let key = try reader.nextKey() {
      switch key {
      case "known": known = try readKnown(&reader)
      case "more": more = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    return .sync(known: known, more: more ?? false)
  }

  private static func readKnown(_ reader: inout JSONReader) throws(Refusal) -> [FeedID: Int64] {
    var known: [FeedID: Int64] = [:]
    guard try reader.enterObject() else { return known }
    while let feed = try reader.nextFeedKey() { known[feed] = try reader.integer() }
    return known
  }

  private static func readPull(_ reader: inout JSONReader) throws(Refusal) -> ClientFrame {
    var feed: FeedID?
    var fromRev: Int64?
    while let key = try reader.nextKey() {
      switch key {
      case "feed": feed = try reader.feed()
      case "fromRev": fromRev = try reader.integer()
      default: try reader.skipValue()
      }
    }
    return .pull(feed: try feed.required("feed"), fromRev: try fromRev.required("fromRev"))
  }

  private static func readSend(_ reader: inout JSONReader) throws(Refusal) -> ClientFrame {
    var ref: Int64?
    var conversation: ConversationID?
    var id: MessageID?
    var text: String?
    var replyTo: MessageID?
    var attachments: [AttachmentReference] = []
    var trace: TraceContext?
    while let key = try reader.nextKey() {
      switch key {
      case "ref": ref = try reader.integer()
      case "conversation": conversation = try reader.identifier()
      case "id": id = try reader.identifier()
      case "text": text = try reader.string()
      case "replyTo": replyTo = try reader.identifier()
      case "attachments": attachments = try reader.bodies()
      // One that cannot be read counts as none, as its standard asks for.
      case "traceparent": trace = try reader.string().flatMap { TraceContext($0) }
      default: try reader.skipValue()
      }
    }
    return .send(
      ref: try ref.required("ref"), conversation: try conversation.required("conversation"),
      id: try id.required("id"), text: try text.required("text"), replyTo: replyTo, attachments: attachments,
      trace: trace)
  }

  private static func readEdit(_ reader: inout JSONReader) throws(Refusal) -> ClientFrame {
    var ref: Int64?
    var conversation: ConversationID?
    var id: MessageID?
    var editID: EditID?
    var text: String?
    while let key = try reader.nextKey() {
      switch key {
      case "ref": ref = try reader.integer()
      case "conversation": conversation = try reader.identifier()
      case "id": id = try reader.identifier()
      case "editId": editID = try reader.identifier()
      case "text": text = try reader.string()
      default: try reader.skipValue()
      }
    }
    return .edit(
      ref: try ref.required("ref"), conversation: try conversation.required("conversation"),
      id: try id.required("id"), editID: try editID.required("editId"), text: try text.required("text"))
  }

  private static func readDelete(_ reader: inout JSONReader) throws(Refusal) -> ClientFrame {
    var ref: Int64?
    var conversation: ConversationID?
    var id: MessageID?
    while let key = try reader.nextKey() {
      switch key {
      case "ref": ref = try reader.integer()
      case "conversation": conversation = try reader.identifier()
      case "id": id = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    return .delete(
      ref: try ref.required("ref"), conversation: try conversation.required("conversation"),
      id: try id.required("id"))
  }

  private static func readHistory(_ reader: inout JSONReader) throws(Refusal) -> ClientFrame {
    var ref: Int64?
    var conversation: ConversationID?
    var before: Int64?
    var after: Int64?
    var limit: Int64?
    while let key = try reader.nextKey() {
      switch key {
      case "ref": ref = try reader.integer()
      case "conversation": conversation = try reader.identifier()
      case "before": before = try reader.integer()
      case "after": after = try reader.integer()
      case "limit": limit = try reader.integer()
      default: try reader.skipValue()
      }
    }
    return .history(
      ref: try ref.required("ref"), conversation: try conversation.required("conversation"), before: before,
      after: after, limit: limit.map(Int.init))
  }

  private static func readWatermark(_ reader: inout JSONReader, isRead: Bool) throws(Refusal) -> ClientFrame {
    var conversation: ConversationID?
    var seq: Int64?
    var markUnread: Bool?
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      case "seq": seq = try reader.integer()
      case "markUnread" where isRead: markUnread = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    let place = try conversation.required("conversation")
    let reached = try seq.required("seq")
    return isRead
      ? .read(conversation: place, seq: reached, markUnread: markUnread ?? false)
      : .delivered(conversation: place, seq: reached)
  }

  private static func readTyping(_ reader: inout JSONReader) throws(Refusal) -> ClientFrame {
    var conversation: ConversationID?
    var active: Bool?
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      case "active": active = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    return .typing(conversation: try conversation.required("conversation"), active: active ?? false)
  }

  /// A client that is offline cannot say so.
  private static func readPresence(_ reader: inout JSONReader) throws(Refusal) -> ClientFrame {
    var state: Presence.State?
    while let key = try reader.nextKey() {
      switch key {
      case "state": state = try reader.word("online or away")
      default: try reader.skipValue()
      }
    }
    guard state != .offline else { throw reader.wrongType("online or away") }
    return .presence(try state.required("state"))
  }

  private static func readPing(_ reader: inout JSONReader) throws(Refusal) -> ClientFrame {
    var ref: Int64?
    while let key = try reader.nextKey() {
      switch key {
      case "ref": ref = try reader.integer()
      default: try reader.skipValue()
      }
    }
    return .ping(ref: ref)
  }
}
