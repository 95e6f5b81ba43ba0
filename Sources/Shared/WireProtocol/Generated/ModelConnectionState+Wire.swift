// Made from wire/models.json: change that and run `make wire`.

import Domain

extension ModelConnectionState: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var source: ModelSourceKind?
    var model: String?
    var place: String?
    var percentage: Int64?
    var isStopped: Bool?
    var connection: ModelConnection?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "source": source = try reader.word("none, stored or options")
      case "model": model = try reader.string()
      case "place": place = try reader.string()
      case "percentage": percentage = try reader.integer()
      case "isStopped": isStopped = try reader.boolean()
      case "connection": connection = try reader.body()
      default: try reader.skipValue()
      }
    }
    self.init(
      source: try source.required("source"), model: model, place: place,
      percentage: Int(try percentage.required("percentage")), isStopped: try isStopped.required("isStopped"),
      connection: connection)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("source", source.rawValue)
    writer.field("model", model)
    writer.field("place", place)
    writer.field("percentage", percentage)
    writer.field("isStopped", isStopped)
    writer.field("connection", connection)
    writer.endObject()
  }
}
