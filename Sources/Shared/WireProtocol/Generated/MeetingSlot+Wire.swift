// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension MeetingSlot: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var start: Timestamp?
    var end: Timestamp?
    var seats: [Seat] = []
    var reason: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "start": start = try reader.timestamp("start")
      case "end": end = try reader.timestamp("end")
      case "seats": seats = try reader.bodies()
      case "reason": reason = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      start: try start.required("start"), end: try end.required("end"), seats: seats,
      reason: try reason.required("reason"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("start", start)
    writer.field("end", end)
    writer.field("seats", seats)
    writer.field("reason", reason)
    writer.endObject()
  }
}
