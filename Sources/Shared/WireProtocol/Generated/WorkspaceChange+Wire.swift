// Made from wire/people.json: change that and run `make wire`.

import Domain

extension WorkspaceChange: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var name: String?
    var registration: Registration?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "name": name = try reader.string()
      case "registration": registration = try reader.word("open, invitation or closed")
      default: try reader.skipValue()
      }
    }
    self.init(name: name, registration: registration)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("name", name)
    writer.field("registration", registration?.rawValue)
    writer.endObject()
  }
}
