import Domain

extension ServerFrame {
  /// The frame as compact JSON; the same frame always gives the same bytes.
  package func encode() -> [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    switch self {
    case .welcome(let user, let session, let serverTime, let history, let traces):
      writer.field("type", literal: "welcome")
      writer.field("version", ClientFrame.version)
      writer.field("user", user)
      writer.field("session", session)
      writer.field("serverTime", serverTime)
      writer.field("history", history)
      writer.field("traces", traces)
    case .delta(let delta):
      writer.field("type", literal: "delta")
      delta.writeFields(to: &writer)
    case .ack(let ref, let delta):
      writer.field("type", literal: "ack")
      writer.field("ref", ref)
      delta.writeFields(to: &writer)
    case .page(let ref, let page):
      writer.field("type", literal: "page")
      writer.field("ref", ref)
      page.writeFields(to: &writer)
    case .gone(let feed):
      writer.field("type", literal: "gone")
      writer.field("feed", feed)
    case .synced:
      writer.field("type", literal: "synced")
    case .typing(let conversation, let user, let active):
      writer.field("type", literal: "typing")
      writer.field("conversation", conversation)
      writer.field("user", user)
      writer.field("active", active)
    case .presence(let users):
      writer.field("type", literal: "presence")
      writer.field("users", users)
    case .error(let ref, let refusal):
      writer.field("type", literal: "error")
      writer.field("ref", ref)
      refusal.writeFields(to: &writer)
    case .pong(let ref):
      writer.field("type", literal: "pong")
      writer.field("ref", ref)
    }
    writer.endObject()
    return writer.bytes
  }
}
