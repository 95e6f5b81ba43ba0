// Made from wire/people.json: change that and run `make wire`.

import Domain

extension DeviceSession: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: SessionID?
    var device: String?
    var createdAt: Timestamp?
    var lastSeenAt: Timestamp?
    var current: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "device": device = try reader.string()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      case "lastSeenAt": lastSeenAt = try reader.timestamp("lastSeenAt")
      case "current": current = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), device: try device.required("device"), createdAt: try createdAt.required("createdAt"),
      lastSeenAt: try lastSeenAt.required("lastSeenAt"), current: current ?? false)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("device", device)
    writer.field("createdAt", createdAt)
    writer.field("lastSeenAt", lastSeenAt)
    writer.field("current", ifTrue: current)
    writer.endObject()
  }
}
