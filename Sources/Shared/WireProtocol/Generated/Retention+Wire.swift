// Made from wire/retention.json: change that and run `make wire`.

import Domain

extension Retention: ReplacingBody {
  package static let demandedKeys = ["days"]

  package init(from reader: inout JSONReader) throws(Refusal) {
    var days: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "days": days = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(days: days ?? 0)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("days", days)
    writer.endObject()
  }
}
