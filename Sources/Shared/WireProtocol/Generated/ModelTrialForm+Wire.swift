// Made from wire/models.json: change that and run `make wire`.

import Domain

extension ModelTrialForm: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var connection: ModelConnectionForm?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "connection": connection = try reader.body()
      default: try reader.skipValue()
      }
    }
    self.init(connection: connection)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("connection", connection)
    writer.endObject()
  }
}
