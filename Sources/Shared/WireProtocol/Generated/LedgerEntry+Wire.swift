// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension LedgerEntry: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var at: Timestamp?
    var feature: String?
    var model: String?
    var place: String?
    var conversations: [ConversationID] = []
    var messagesSent: Int64?
    var inputTokens: Int64?
    var outputTokens: Int64?
    var cost: Int64?
    var isCached: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "at": at = try reader.timestamp("at")
      case "feature": feature = try reader.string()
      case "model": model = try reader.string()
      case "place": place = try reader.string()
      case "conversations": conversations = try reader.identifiers() ?? []
      case "messagesSent": messagesSent = try reader.integer()
      case "inputTokens": inputTokens = try reader.integer()
      case "outputTokens": outputTokens = try reader.integer()
      case "cost": cost = try reader.integer()
      case "isCached": isCached = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(
      at: try at.required("at"), feature: try feature.required("feature"), model: try model.required("model"),
      place: try place.required("place"), conversations: conversations,
      messagesSent: Int(try messagesSent.required("messagesSent")),
      inputTokens: Int(try inputTokens.required("inputTokens")),
      outputTokens: Int(try outputTokens.required("outputTokens")), cost: cost.map(Int.init),
      isCached: try isCached.required("isCached"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("at", at)
    writer.field("feature", feature)
    writer.field("model", model)
    writer.field("place", place)
    writer.field("conversations", conversations)
    writer.field("messagesSent", messagesSent)
    writer.field("inputTokens", inputTokens)
    writer.field("outputTokens", outputTokens)
    writer.field("cost", cost.map(Int64.init))
    writer.field("isCached", isCached)
    writer.endObject()
  }
}
