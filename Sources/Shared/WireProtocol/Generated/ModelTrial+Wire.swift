// Made from wire/models.json: change that and run `make wire`.

import Domain

extension ModelTrial: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var model: String?
    var place: String?
    var answer: String?
    var problem: String?
    var milliseconds: Int64?
    var inputTokens: Int64?
    var outputTokens: Int64?
    var cost: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "model": model = try reader.string()
      case "place": place = try reader.string()
      case "answer": answer = try reader.string()
      case "problem": problem = try reader.string()
      case "milliseconds": milliseconds = try reader.integer()
      case "inputTokens": inputTokens = try reader.integer()
      case "outputTokens": outputTokens = try reader.integer()
      case "cost": cost = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(
      model: try model.required("model"), place: try place.required("place"), answer: answer, problem: problem,
      milliseconds: Int(try milliseconds.required("milliseconds")),
      inputTokens: Int(try inputTokens.required("inputTokens")),
      outputTokens: Int(try outputTokens.required("outputTokens")), cost: cost.map(Int.init))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("model", model)
    writer.field("place", place)
    writer.field("answer", answer)
    writer.field("problem", problem)
    writer.field("milliseconds", milliseconds)
    writer.field("inputTokens", inputTokens)
    writer.field("outputTokens", outputTokens)
    writer.field("cost", cost.map(Int64.init))
    writer.endObject()
  }
}
