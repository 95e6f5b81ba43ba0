// Made from wire/diagnostics.json: change that and run `make wire`.

import Domain

extension CrashGroup: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: String?
    var platform: CrashPlatform?
    var kind: CrashKind?
    var name: String?
    var frames: [String] = []
    var version: String?
    var count: Int64?
    var people: Int64?
    var firstAt: Timestamp?
    var lastAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.string()
      case "platform": platform = try reader.word("web, ios, terminal or server")
      case "kind": kind = try reader.word("error, rejection, crash or hang")
      case "name": name = try reader.string()
      case "frames": frames = try reader.strings()
      case "version": version = try reader.string()
      case "count": count = try reader.integer()
      case "people": people = try reader.integer()
      case "firstAt": firstAt = try reader.timestamp("firstAt")
      case "lastAt": lastAt = try reader.timestamp("lastAt")
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), platform: try platform.required("platform"), kind: try kind.required("kind"),
      name: try name.required("name"), frames: frames, version: try version.required("version"),
      count: try count.required("count"), people: Int(try people.required("people")),
      firstAt: try firstAt.required("firstAt"), lastAt: try lastAt.required("lastAt"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("platform", platform.rawValue)
    writer.field("kind", kind.rawValue)
    writer.field("name", name)
    writer.field("frames", frames)
    writer.field("version", version)
    writer.field("count", count)
    writer.field("people", people)
    writer.field("firstAt", firstAt)
    writer.field("lastAt", lastAt)
    writer.endObject()
  }
}
