// Made from wire/models.json: change that and run `make wire`.

import Domain

extension ModelServers: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var servers: [ModelServer] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "servers": servers = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(servers: servers)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("servers", servers)
    writer.endObject()
  }
}
