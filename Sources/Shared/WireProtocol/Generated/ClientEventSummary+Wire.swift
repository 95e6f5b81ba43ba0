// Made from wire/events.json: change that and run `make wire`.

import Domain

extension ClientEventSummary: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var day: Timestamp?
    var kind: ClientEventKind?
    var platform: CrashPlatform?
    var version: String?
    var count: Int64?
    var waited: Int64?
    var median: Int64?
    var p95: Int64?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "day": day = try reader.timestamp("day")
      case "kind":
        kind = try reader.word(
          "appLaunch, conversationLoad, messageSent, messageDelivered or summaryGenerated")
      case "platform": platform = try reader.word("web, ios, terminal or server")
      case "version": version = try reader.string()
      case "count": count = try reader.integer()
      case "waited": waited = try reader.integer()
      case "median": median = try reader.integer()
      case "p95": p95 = try reader.integer()
      default: try reader.skipValue()
      }
    }
    self.init(
      day: try day.required("day"), kind: try kind.required("kind"), platform: try platform.required("platform"),
      version: try version.required("version"), count: try count.required("count"),
      waited: try waited.required("waited"), median: try median.required("median"), p95: try p95.required("p95"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("day", day)
    writer.field("kind", kind.rawValue)
    writer.field("platform", platform.rawValue)
    writer.field("version", version)
    writer.field("count", count)
    writer.field("waited", waited)
    writer.field("median", median)
    writer.field("p95", p95)
    writer.endObject()
  }
}
