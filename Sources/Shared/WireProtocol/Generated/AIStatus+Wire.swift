// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension AIStatus: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var isOn: Bool?
    var hasEmbeddings: Bool?
    var model: String?
    var place: String?
    var requestsToday: Int64?
    var requestsADay: Int64?
    var waitingMessages: Int64?
    var embeddingModel: String?
    var embeddingNotice: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "isOn": isOn = try reader.boolean()
      case "hasEmbeddings": hasEmbeddings = try reader.boolean()
      case "model": model = try reader.string()
      case "place": place = try reader.string()
      case "requestsToday": requestsToday = try reader.integer()
      case "requestsADay": requestsADay = try reader.integer()
      case "waitingMessages": waitingMessages = try reader.integer()
      case "embeddingModel": embeddingModel = try reader.string()
      case "embeddingNotice": embeddingNotice = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      isOn: try isOn.required("isOn"), hasEmbeddings: try hasEmbeddings.required("hasEmbeddings"), model: model,
      place: try place.required("place"), requestsToday: Int(try requestsToday.required("requestsToday")),
      requestsADay: Int(try requestsADay.required("requestsADay")),
      waitingMessages: Int(try waitingMessages.required("waitingMessages")), embeddingModel: embeddingModel,
      embeddingNotice: embeddingNotice)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("isOn", isOn)
    writer.field("hasEmbeddings", hasEmbeddings)
    writer.field("model", model)
    writer.field("place", place)
    writer.field("requestsToday", requestsToday)
    writer.field("requestsADay", requestsADay)
    writer.field("waitingMessages", waitingMessages)
    writer.field("embeddingModel", embeddingModel)
    writer.field("embeddingNotice", embeddingNotice)
    writer.endObject()
  }
}
