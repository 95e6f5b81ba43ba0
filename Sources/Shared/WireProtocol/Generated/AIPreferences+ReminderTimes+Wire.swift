// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension AIPreferences.ReminderTimes: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var isOn: Bool?
    var minutesBefore: Int64?
    var daysBefore: Int64?
    var time: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "isOn": isOn = try reader.boolean()
      case "minutesBefore": minutesBefore = try reader.integer()
      case "daysBefore": daysBefore = try reader.integer()
      case "time": time = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(
      isOn: isOn ?? true, minutesBefore: Int(minutesBefore ?? 60), daysBefore: Int(daysBefore ?? 1),
      time: Int(time ?? 540))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("isOn", isOn)
    writer.field("minutesBefore", minutesBefore)
    writer.field("daysBefore", daysBefore)
    writer.field("time", time)
    writer.endObject()
  }
}
