// Made from wire/models.json: change that and run `make wire`.

import Domain

extension ModelComparisonForm: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var conversation: ConversationID?
    var days: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      case "days": days = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(conversation: try conversation.required("conversation"), days: days.map(Int.init))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("conversation", conversation)
    writer.field("days", days.map(Int64.init))
    writer.endObject()
  }
}
