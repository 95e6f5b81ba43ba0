// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension PlacedInsight: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var conversation: ConversationID?
    var insight: Insight?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      case "insight": insight = try reader.body()
      default: try reader.skipValue()
      }
    }
    self.init(conversation: try conversation.required("conversation"), insight: try insight.required("insight"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("conversation", conversation)
    writer.field("insight", insight)
    writer.endObject()
  }
}
