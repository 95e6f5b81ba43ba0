// Made from wire/events.json: change that and run `make wire`.

import Domain

extension ClientEventBatch: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var platform: CrashPlatform?
    var version: String?
    var events: [ClientEvent] = []
    var spans: [ClientSpan] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "platform": platform = try reader.word("web, ios, terminal or server")
      case "version": version = try reader.string()
      case "events": events = try reader.bodies()
      case "spans": spans = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(platform: try platform.required("platform"), version: version, events: events, spans: spans)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("platform", platform.rawValue)
    writer.field("version", version)
    writer.field("events", events)
    writer.field("spans", ifAny: spans)
    writer.endObject()
  }
}
