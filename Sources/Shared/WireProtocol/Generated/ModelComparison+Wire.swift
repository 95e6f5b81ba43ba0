// Made from wire/models.json: change that and run `make wire`.

import Domain

extension ModelComparison: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var title: String?
    var messages: Int64?
    var own: ModelReading?
    var model: String?
    var place: String?
    var other: ModelReading?
    var problem: String?
    var milliseconds: Int64?
    var inputTokens: Int64?
    var outputTokens: Int64?
    var cost: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "title": title = try reader.string()
      case "messages": messages = try reader.integer()
      case "own": own = try reader.body()
      case "model": model = try reader.string()
      case "place": place = try reader.string()
      case "other": other = try reader.body()
      case "problem": problem = try reader.string()
      case "milliseconds": milliseconds = try reader.integer()
      case "inputTokens": inputTokens = try reader.integer()
      case "outputTokens": outputTokens = try reader.integer()
      case "cost": cost = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(
      title: try title.required("title"), messages: Int(try messages.required("messages")),
      own: try own.required("own"), model: try model.required("model"), place: try place.required("place"),
      other: other, problem: problem, milliseconds: Int(try milliseconds.required("milliseconds")),
      inputTokens: Int(try inputTokens.required("inputTokens")),
      outputTokens: Int(try outputTokens.required("outputTokens")), cost: cost.map(Int.init))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("title", title)
    writer.field("messages", messages)
    writer.field("own", own)
    writer.field("model", model)
    writer.field("place", place)
    writer.field("other", other)
    writer.field("problem", problem)
    writer.field("milliseconds", milliseconds)
    writer.field("inputTokens", inputTokens)
    writer.field("outputTokens", outputTokens)
    writer.field("cost", cost.map(Int64.init))
    writer.endObject()
  }
}
