// Made from wire/people.json: change that and run `make wire`.

import Domain

extension Workspace: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var name: String?
    var registration: Registration?
    var isFixed: Bool?
    var isNew: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "name": name = try reader.string()
      case "registration": registration = try reader.word("open, invitation or closed")
      case "isFixed": isFixed = try reader.boolean()
      case "isNew": isNew = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(
      name: name, registration: try registration.required("registration"), isFixed: isFixed ?? false,
      isNew: isNew ?? false)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("name", name)
    writer.field("registration", registration.rawValue)
    writer.field("isFixed", ifTrue: isFixed)
    writer.field("isNew", ifTrue: isNew)
    writer.endObject()
  }
}
