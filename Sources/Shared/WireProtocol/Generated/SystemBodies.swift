// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// Whether the server accepts work.
package struct HealthResponse: WireBody, Hashable {
  package var status: String
  package var version: String

  package init(status: String, version: String) {
    self.status = status
    self.version = version
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var status: String?
    var version: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "status": status = try reader.string()
      case "version": version = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(status: try status.required("status"), version: try version.required("version"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("status", status)
    writer.field("version", version)
    writer.endObject()
  }
}
