// Made from wire/overview.json: change that and run `make wire`.

import Domain

extension AIUse: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var feature: String?
    var model: String?
    var place: String?
    var requests: Int64?
    var cached: Int64?
    var inputTokens: Int64?
    var outputTokens: Int64?
    var cost: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "feature": feature = try reader.string()
      case "model": model = try reader.string()
      case "place": place = try reader.string()
      case "requests": requests = try reader.integer()
      case "cached": cached = try reader.integer()
      case "inputTokens": inputTokens = try reader.integer()
      case "outputTokens": outputTokens = try reader.integer()
      case "cost": cost = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(
      feature: try feature.required("feature"), model: try model.required("model"), place: try place.required("place"),
      requests: Int(try requests.required("requests")), cached: Int(try cached.required("cached")),
      inputTokens: Int(try inputTokens.required("inputTokens")),
      outputTokens: Int(try outputTokens.required("outputTokens")), cost: cost.map(Int.init))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("feature", feature)
    writer.field("model", model)
    writer.field("place", place)
    writer.field("requests", requests)
    writer.field("cached", cached)
    writer.field("inputTokens", inputTokens)
    writer.field("outputTokens", outputTokens)
    writer.field("cost", cost.map(Int64.init))
    writer.endObject()
  }
}
