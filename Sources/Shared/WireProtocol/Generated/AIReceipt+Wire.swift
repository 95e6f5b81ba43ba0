// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension AIReceipt: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var model: String?
    var place: String?
    var messagesRead: Int64?
    var messagesSent: Int64?
    var inputTokens: Int64?
    var outputTokens: Int64?
    var milliseconds: Int64?
    var isCached: Bool?
    var notice: String?
    var version: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "model": model = try reader.string()
      case "place": place = try reader.string()
      case "messagesRead": messagesRead = try reader.integer()
      case "messagesSent": messagesSent = try reader.integer()
      case "inputTokens": inputTokens = try reader.integer()
      case "outputTokens": outputTokens = try reader.integer()
      case "milliseconds": milliseconds = try reader.integer()
      case "isCached": isCached = try reader.boolean()
      case "notice": notice = try reader.string()
      case "version": version = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      model: try model.required("model"), place: try place.required("place"), messagesRead: Int(messagesRead ?? 0),
      messagesSent: Int(messagesSent ?? 0), inputTokens: Int(inputTokens ?? 0), outputTokens: Int(outputTokens ?? 0),
      milliseconds: Int(milliseconds ?? 0), isCached: isCached ?? false, notice: notice, version: version)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("model", model)
    writer.field("place", place)
    writer.field("messagesRead", messagesRead)
    writer.field("messagesSent", messagesSent)
    writer.field("inputTokens", inputTokens)
    writer.field("outputTokens", outputTokens)
    writer.field("milliseconds", milliseconds)
    writer.field("isCached", isCached)
    writer.field("notice", notice)
    writer.field("version", version)
    writer.endObject()
  }
}
