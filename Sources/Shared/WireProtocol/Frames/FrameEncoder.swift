import Domain

/// Builds the frames of the hot path around a message row that is encoded once.
package enum FrameEncoder {
  /// The message's row, for `delta` and `ack`.
  package static func message(_ message: Message) -> [UInt8] {
    var writer = JSONWriter(capacity: 320 + message.text.utf8.count)
    message.write(to: &writer)
    return writer.bytes
  }

  /// The same bytes as `ServerFrame.delta` with this one message.
  package static func delta(
    feed: FeedID, fromRev: Int64, toRev: Int64, messageRow: [UInt8], trace: TraceContext? = nil
  ) -> [UInt8] {
    var writer = JSONWriter(capacity: 160 + messageRow.count)
    writer.beginObject()
    writer.field("type", literal: "delta")
    writeRange(feed, fromRev, toRev, messageRow, to: &writer)
    writer.field("traceparent", trace?.description)
    writer.endObject()
    return writer.bytes
  }

  /// The same bytes as `ServerFrame.ack` with this one message. A repeat has no range.
  package static func ack(ref: Int64, feed: FeedID, fromRev: Int64?, toRev: Int64?, messageRow: [UInt8]) -> [UInt8] {
    var writer = JSONWriter(capacity: 160 + messageRow.count)
    writer.beginObject()
    writer.field("type", literal: "ack")
    writer.field("ref", ref)
    writeRange(feed, fromRev, toRev, messageRow, to: &writer)
    writer.endObject()
    return writer.bytes
  }

  private static func writeRange(
    _ feed: FeedID, _ fromRev: Int64?, _ toRev: Int64?, _ messageRow: [UInt8], to writer: inout JSONWriter
  ) {
    writer.field("feed", feed)
    writer.field("fromRev", fromRev)
    writer.field("toRev", toRev)
    writer.key("messages")
    writer.beginArray()
    writer.encoded(messageRow)
    writer.endArray()
  }
}
