// Made from wire/people.json: change that and run `make wire`.

import Domain

extension Presence: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var user: UserID?
    var state: State?
    var lastSeen: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "user": user = try reader.identifier()
      case "state": state = try reader.word("online, away or offline")
      case "lastSeen": lastSeen = try reader.timestamp("lastSeen")
      default: try reader.skipValue()
      }
    }
    self.init(user: try user.required("user"), state: try state.required("state"), lastSeen: lastSeen)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("user", user)
    writer.field("state", state.rawValue)
    writer.field("lastSeen", lastSeen)
    writer.endObject()
  }
}
