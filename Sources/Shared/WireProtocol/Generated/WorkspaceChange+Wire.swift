// Made from wire/people.json: change that and run `make wire`.

import Domain

extension WorkspaceChange: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var name: String?
    var registration: Registration?
    var domains: [String]?
    var collectsEvents: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "name": name = try reader.string()
      case "registration": registration = try reader.word("open, invitation, domain or closed")
      case "domains": domains = try reader.null() ? nil : reader.strings()
      case "collectsEvents": collectsEvents = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(name: name, registration: registration, domains: domains, collectsEvents: collectsEvents)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("name", name)
    writer.field("registration", registration?.rawValue)
    if let domains { writer.field("domains", domains) }
    if let collectsEvents { writer.field("collectsEvents", collectsEvents) }
    writer.endObject()
  }
}
