// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension AIPreferences.DigestTimes: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var days: [Int]?
    var time: Int64?
    var inApp: Bool?
    var byMail: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "days": days = try reader.null() ? nil : reader.integers()
      case "time": time = try reader.integer()
      case "inApp": inApp = try reader.boolean()
      case "byMail": byMail = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(days: days ?? [1, 2, 3, 4, 5], time: Int(time ?? 480), inApp: inApp ?? false, byMail: byMail ?? false)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("days", days)
    writer.field("time", time)
    writer.field("inApp", inApp)
    writer.field("byMail", byMail)
    writer.endObject()
  }
}
