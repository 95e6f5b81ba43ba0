// Made from wire/diagnostics.json: change that and run `make wire`.

import Domain

/// Newest first.
package struct CrashesResponse: WireBody, Hashable {
  package var crashes: [CrashGroup]

  package init(crashes: [CrashGroup]) {
    self.crashes = crashes
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var crashes: [CrashGroup] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "crashes": crashes = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(crashes: crashes)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("crashes", crashes)
    writer.endObject()
  }
}
