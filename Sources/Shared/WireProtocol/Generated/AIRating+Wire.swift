// Made from wire/overview.json: change that and run `make wire`.

import Domain

extension AIRating: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var kind: String?
    var model: String?
    var version: String?
    var helpful: Int64?
    var unhelpful: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "kind": kind = try reader.string()
      case "model": model = try reader.string()
      case "version": version = try reader.string()
      case "helpful": helpful = try reader.integer()
      case "unhelpful": unhelpful = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(
      kind: try kind.required("kind"), model: try model.required("model"), version: version ?? "",
      helpful: Int(try helpful.required("helpful")), unhelpful: Int(try unhelpful.required("unhelpful")))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("kind", kind)
    writer.field("model", model)
    writer.field("version", version)
    writer.field("helpful", helpful)
    writer.field("unhelpful", unhelpful)
    writer.endObject()
  }
}
