import Domain

extension ClientFrame {
  /// The frame as compact JSON; the same frame always gives the same bytes.
  package func encode() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    switch self {
    case .hello(let version, let token, let client, let known, let more, let history):
      writer.field("type", literal: "hello")
      writer.field("version", version)
      writer.field("token", token)
      writer.field("client", client)
      writer.field("history", history)
      Self.write(known, more, to: &writer)
    case .sync(let known, let more):
      writer.field("type", literal: "sync")
      Self.write(known, more, to: &writer)
    case .pull(let feed, let fromRev):
      writer.field("type", literal: "pull")
      writer.field("feed", feed)
      writer.field("fromRev", fromRev)
    case .send, .edit, .delete, .history:
      writeRequest(to: &writer)
    case .read, .delivered, .typing, .presence, .ping:
      writeSignal(to: &writer)
    }
    writer.endObject()
    return writer.bytes
  }

  private static func write(_ known: [FeedID: Int64], _ more: Bool, to writer: inout JSONWriter) {
    writer.key("known")
    writer.beginObject()
    if let rev = known[.me] {
      writer.key(FeedID.me)
      writer.value(rev)
    }
    for conversation in known.keys.compactMap(\.conversation).sorted() {
      guard let rev = known[.conversation(conversation)] else { continue }
      writer.key(FeedID.conversation(conversation))
      writer.value(rev)
    }
    writer.endObject()
    writer.field("more", ifTrue: more)
  }

  private func writeRequest(to writer: inout JSONWriter) {
    switch self {
    case .send(let ref, let conversation, let id, let text, let replyTo, let attachments, let trace):
      writer.field("type", literal: "send")
      writer.field("ref", ref)
      writer.field("conversation", conversation)
      writer.field("id", id)
      writer.field("text", text)
      writer.field("replyTo", replyTo)
      writer.field("attachments", ifAny: attachments)
      writer.field("traceparent", trace?.description)
    case .edit(let ref, let conversation, let id, let editID, let text):
      writer.field("type", literal: "edit")
      writer.field("ref", ref)
      writer.field("conversation", conversation)
      writer.field("id", id)
      writer.field("editId", editID)
      writer.field("text", text)
    case .delete(let ref, let conversation, let id):
      writer.field("type", literal: "delete")
      writer.field("ref", ref)
      writer.field("conversation", conversation)
      writer.field("id", id)
    case .history(let ref, let conversation, let before, let after, let limit):
      writer.field("type", literal: "history")
      writer.field("ref", ref)
      writer.field("conversation", conversation)
      writer.field("before", before)
      writer.field("after", after)
      writer.field("limit", limit.map(Int64.init))
    default:
      break
    }
  }

  private func writeSignal(to writer: inout JSONWriter) {
    switch self {
    case .read(let conversation, let seq, let markUnread):
      writer.field("type", literal: "read")
      writer.field("conversation", conversation)
      writer.field("seq", seq)
      writer.field("markUnread", ifTrue: markUnread)
    case .delivered(let conversation, let seq):
      writer.field("type", literal: "delivered")
      writer.field("conversation", conversation)
      writer.field("seq", seq)
    case .typing(let conversation, let active):
      writer.field("type", literal: "typing")
      writer.field("conversation", conversation)
      writer.field("active", active)
    case .presence(let state):
      writer.field("type", literal: "presence")
      writer.field("state", state.rawValue)
    case .ping(let ref):
      writer.field("type", literal: "ping")
      writer.field("ref", ref)
    default:
      break
    }
  }
}
