// Made from wire/people.json: change that and run `make wire`.

import Domain

extension Workspace: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var name: String?
    var registration: Registration?
    var domains: [String] = []
    var collectsEvents: Bool?
    var sendsMail: Bool?
    var isFixed: Bool?
    var isNew: Bool?
    var providers: [IdentityProvider] = []
    var hasNoPasswords: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "name": name = try reader.string()
      case "registration": registration = try reader.word("open, invitation, domain or closed")
      case "domains": domains = try reader.strings()
      case "collectsEvents": collectsEvents = try reader.boolean()
      case "sendsMail": sendsMail = try reader.boolean()
      case "isFixed": isFixed = try reader.boolean()
      case "isNew": isNew = try reader.boolean()
      case "providers": providers = try reader.bodies()
      case "hasNoPasswords": hasNoPasswords = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(
      name: name, registration: try registration.required("registration"), domains: domains,
      collectsEvents: collectsEvents ?? true, sendsMail: sendsMail ?? false, isFixed: isFixed ?? false,
      isNew: isNew ?? false, providers: providers, hasNoPasswords: hasNoPasswords ?? false)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("name", name)
    writer.field("registration", registration.rawValue)
    if domains != [] { writer.field("domains", domains) }
    if collectsEvents != true { writer.field("collectsEvents", collectsEvents) }
    writer.field("sendsMail", ifTrue: sendsMail)
    writer.field("isFixed", ifTrue: isFixed)
    writer.field("isNew", ifTrue: isNew)
    writer.field("providers", ifAny: providers)
    writer.field("hasNoPasswords", ifTrue: hasNoPasswords)
    writer.endObject()
  }
}
