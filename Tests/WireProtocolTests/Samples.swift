import Domain
import WireProtocol

/// One of everything, with and without its optional parts.
enum Samples {
  static let ada = UserID(high: 0x018f_3c5e_7a10_7c11, low: 0x8a01_0000_0000_00a1)
  static let bob = UserID(high: 0x018f_3c5e_7a10_7c11, low: 0x8a01_0000_0000_00a2)
  static let chat = ConversationID(high: 0x018f_3c5e_8b20_7c22, low: 0x9b02_ffff_ffff_ffff)
  static let other = ConversationID(high: 0, low: 0)
  static let first = MessageID(high: .max, low: .max)
  static let second = MessageID(high: 0x0123_4567_89ab_cdef, low: 0xfedc_ba98_7654_3210)
  static let change = EditID(high: 1, low: 2)
  static let session = SessionID(high: 3, low: 4)
  static let trace = TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
  static let time = Timestamp(milliseconds: 1_767_225_600_000)

  static let texts = [
    "Hello", "", "\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}\u{7f}", "Grüße, 世界 👩‍💻 e\u{301} \u{2028}\u{FEFF}\u{10FFFF}",
    String(repeating: "1234567\"", count: 40), String(repeating: "\u{1}", count: 700),
    String(repeating: "é", count: 99),
  ]

  static func message(_ text: String = "Hello") -> Message {
    Message(id: first, seq: 12, rev: 42, sender: ada, text: text, createdAt: time)
  }

  static var messages: [Message] {
    texts.map { message($0) } + [
      Message(id: second, seq: .max, rev: .min, sender: bob, text: "r", createdAt: time, replyTo: first),
      message("one").edited(to: "two", editID: change, at: time, rev: 43),
      message("one").edited(to: "two", editID: change, at: time, rev: 43).deleted(by: bob, at: time, rev: 44),
    ]
  }

  static let insights = [
    Insight(
      id: InsightID(high: 5, low: 6), rev: 50, kind: .actionItem, status: .done, text: "Send \"it\"",
      citations: [first, second], owner: ada, dueAt: time, dueText: "by Friday", participants: [ada, bob],
      tags: ["a", "🚀"], context: "c", confidence: 0.1 + 0.2, reason: "r", model: "on-box 1", createdBy: bob,
      createdAt: time, updatedAt: time, isEdited: true),
    Insight(
      id: InsightID(high: 7, low: 8), rev: 51, kind: .scheduling, text: "x", citations: [first], ownerName: "Grace",
      confidence: 1e-7, reason: "", createdAt: time),
    Insight(
      id: InsightID(high: 9, low: 10), kind: .decision, text: "x", citations: [], confidence: 1, reason: "",
      createdAt: time
    ).withdrawn(rev: 52, at: time),
  ]

  static let direct = Conversation(id: chat, rev: 1, kind: .direct, createdAt: time, createdBy: ada)
  static let group = Conversation(
    id: other, rev: 9, kind: .group, name: "Launch 🚀", photo: "sha256:1", createdAt: time, createdBy: bob,
    isIntelligenceOn: false)

  static let members = [
    Member(user: ada, rev: 1, role: .admin, name: "Ada"),
    Member(
      user: bob, rev: 2, role: .member, name: "Bob", photo: "p", joinSeq: 1, deliveredSeq: 3, readSeq: 2, leftAt: time),
  ]

  static let settings = [
    ConversationSettings(conversation: chat, rev: 3),
    ConversationSettings(
      conversation: other, rev: 4, muted: true, mutedUntil: time, archived: true, archivedAt: time, pinned: true),
  ]

  static let profiles = [
    Profile(id: ada, rev: 1, email: "ada@example.org", name: "Ada", workspaceRole: .member, createdAt: time),
    Profile(
      id: bob, rev: 2, email: "bob@example.org", name: "Bob", photo: "p", timeZone: "Europe/Berlin", locale: "de-DE",
      language: "de", workspaceRole: .admin, createdAt: time),
  ]

  static let users = [
    User(id: ada, name: "Ada", email: "ada@example.org"),
    User(id: bob, name: "Bob", email: "bob@example.org", photo: "p", timeZone: "Europe/Berlin"),
  ]

  static let devices = [
    DeviceSession(id: session, device: "Terminal", createdAt: time, lastSeenAt: time, current: true),
    DeviceSession(id: session, device: "", createdAt: time, lastSeenAt: time),
  ]

  static var deltas: [FeedDelta] {
    [
      FeedDelta(feed: .conversation(chat), fromRev: 41, toRev: 42, messages: messages),
      FeedDelta(feed: .me, fromRev: 0, toRev: 9, settings: settings, profile: profiles[0]),
      FeedDelta(
        feed: .conversation(chat), fromRev: 0, toRev: 42, isReset: true, windowStart: 12, unreadBefore: 0,
        conversation: group, members: members, messages: messages, insights: insights),
      FeedDelta(feed: .conversation(chat), fromRev: 42, toRev: 43, insights: insights),
      FeedDelta(
        feed: .conversation(chat), fromRev: 41, toRev: 42, messages: [message()], traceparent: trace?.description),
    ]
  }

  static var pages: [MessagePage] {
    [
      MessagePage(conversation: chat, messages: messages, windowStart: 12, unreadBefore: 3, hasMore: true),
      MessagePage(conversation: chat, messages: [], windowStart: 1, unreadBefore: 0, hasMore: false),
    ]
  }

  static let known: [FeedID: Int64] = [.me: 7, .conversation(chat): 42, .conversation(other): 0]

  static var clientFrames: [ClientFrame] {
    texts.map { .send(ref: 1, conversation: chat, id: first, text: $0, replyTo: nil) } + [
      .hello(version: 1, token: "a.b.c", client: nil, known: [:], more: false),
      .hello(version: 9, token: "", client: "Web \"1\"", known: known, more: true),
      .hello(version: 1, token: "t", client: nil, known: known, more: false, history: Identifier(high: 8, low: 9)),
      .sync(known: known, more: false), .sync(known: [:], more: true),
      .pull(feed: .me, fromRev: 0), .pull(feed: .conversation(chat), fromRev: .max),
      .send(ref: .min, conversation: chat, id: first, text: "x", replyTo: second),
      .send(ref: 1, conversation: chat, id: first, text: "x", replyTo: nil, trace: trace),
      .edit(ref: 2, conversation: chat, id: first, editID: change, text: "y"),
      .delete(ref: 3, conversation: chat, id: first),
      .history(ref: 4, conversation: chat, before: 51, after: nil, limit: 200),
      .history(ref: 5, conversation: chat, before: nil, after: 0, limit: nil),
      .read(conversation: chat, seq: 1, markUnread: false), .read(conversation: chat, seq: 0, markUnread: true),
      .delivered(conversation: chat, seq: 2), .typing(conversation: chat, active: true),
      .typing(conversation: chat, active: false), .presence(.online), .presence(.away), .ping(ref: nil), .ping(ref: 0),
    ]
  }

  static var serverFrames: [ServerFrame] {
    deltas.map { .delta($0) } + pages.map { .page(ref: 6, $0) } + refusals.map { .error(ref: 7, $0) } + [
      .welcome(user: ada, session: session, serverTime: time),
      .welcome(user: ada, session: session, serverTime: time, history: Identifier(high: 8, low: 9)),
      .welcome(user: ada, session: session, serverTime: time, traces: 10_000),
      .ack(ref: 1, FeedDelta(feed: .conversation(chat), fromRev: 41, toRev: 42, messages: [message()])),
      .ack(ref: 1, FeedDelta(feed: .conversation(chat), messages: [message()])),
      .ack(
        ref: 1,
        FeedDelta(feed: .conversation(chat), fromRev: 1, toRev: 2, messages: [message()], insights: insights)),
      .gone(.conversation(chat)), .synced, .typing(conversation: chat, user: bob, active: false),
      .presence([
        Presence(user: ada, state: .online), Presence(user: bob, state: .offline, lastSeen: time),
      ]), .presence([]), .error(ref: nil, .notFound), .pong(ref: nil), .pong(ref: -5),
    ]
  }

  static var refusals: [Refusal] {
    ErrorCode.allCases.map { Refusal($0, "Because \($0).", retryAfter: $0.isRetryable ? 3 : nil) }
  }
}
