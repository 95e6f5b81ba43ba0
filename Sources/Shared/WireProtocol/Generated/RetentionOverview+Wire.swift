// Made from wire/retention.json: change that and run `make wire`.

import Domain

extension RetentionOverview: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var days: Int64?
    var conversations: [ConversationRetention] = []
    var people: [User] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "days": days = try reader.integer()
      case "conversations": conversations = try reader.bodies()
      case "people": people = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(days: try days.required("days"), conversations: conversations, people: people)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("days", days)
    writer.field("conversations", conversations)
    writer.field("people", people)
    writer.endObject()
  }
}
