// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension MeetingSlot.Seat: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var user: UserID?
    var timeZone: String?
    var localTime: String?
    var isInWorkingHours: Bool?
    var burden: Double?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "user": user = try reader.identifier()
      case "timeZone": timeZone = try reader.string()
      case "localTime": localTime = try reader.string()
      case "isInWorkingHours": isInWorkingHours = try reader.boolean()
      case "burden": burden = try reader.number()
      default: try reader.skipValue()
      }
    }
    self.init(
      user: try user.required("user"), timeZone: try timeZone.required("timeZone"),
      localTime: try localTime.required("localTime"),
      isInWorkingHours: try isInWorkingHours.required("isInWorkingHours"), burden: try burden.required("burden"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("user", user)
    writer.field("timeZone", timeZone)
    writer.field("localTime", localTime)
    writer.field("isInWorkingHours", isInWorkingHours)
    writer.field("burden", burden)
    writer.endObject()
  }
}
