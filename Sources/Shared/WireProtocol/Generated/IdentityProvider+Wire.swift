// Made from wire/people.json: change that and run `make wire`.

import Domain

extension IdentityProvider: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: String?
    var name: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.string()
      case "name": name = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(id: try id.required("id"), name: try name.required("name"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("name", name)
    writer.endObject()
  }
}
