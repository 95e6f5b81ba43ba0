// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// The asker's sessions, newest first.
package struct SessionsResponse: WireBody, Hashable {
  package var sessions: [DeviceSession]

  package init(sessions: [DeviceSession]) {
    self.sessions = sessions
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var sessions: [DeviceSession] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "sessions": sessions = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(sessions: sessions)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("sessions", sessions)
    writer.endObject()
  }
}
