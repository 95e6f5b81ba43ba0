// Made from wire/diagnostics.json: change that and run `make wire`.

import Domain

extension CrashReport: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var platform: CrashPlatform?
    var kind: CrashKind?
    var version: String?
    var name: String?
    var frames: [String] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "platform": platform = try reader.word("web, ios, terminal or server")
      case "kind": kind = try reader.word("error, rejection, crash or hang")
      case "version": version = try reader.string()
      case "name": name = try reader.string()
      case "frames": frames = try reader.strings()
      default: try reader.skipValue()
      }
    }
    self.init(
      platform: try platform.required("platform"), kind: try kind.required("kind"), version: version,
      name: try name.required("name"), frames: frames)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("platform", platform.rawValue)
    writer.field("kind", kind.rawValue)
    writer.field("version", version)
    writer.field("name", name)
    writer.field("frames", frames)
    writer.endObject()
  }
}
