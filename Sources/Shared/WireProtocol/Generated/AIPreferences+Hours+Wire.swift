// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension AIPreferences.Hours: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var days: [Int] = []
    var start: Int64?
    var end: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "days": days = try reader.integers()
      case "start": start = try reader.integer()
      case "end": end = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(days: days, start: Int(try start.required("start")), end: Int(try end.required("end")))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("days", days)
    writer.field("start", start)
    writer.field("end", end)
    writer.endObject()
  }
}
