// Made from wire/people.json: change that and run `make wire`.

import Domain

extension ProfileChange: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var name: String?
    var photo: String??
    var timeZone: String??
    var locale: String??
    var language: String??
    var sendsEvents: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "name": name = try reader.string()
      case "photo": photo = .some(try reader.string())
      case "timeZone": timeZone = .some(try reader.string())
      case "locale": locale = .some(try reader.string())
      case "language": language = .some(try reader.string())
      case "sendsEvents": sendsEvents = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(
      name: name, photo: photo, timeZone: timeZone, locale: locale, language: language, sendsEvents: sendsEvents)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("name", name)
    writer.clearableField("photo", photo)
    writer.clearableField("timeZone", timeZone)
    writer.clearableField("locale", locale)
    writer.clearableField("language", language)
    if let sendsEvents { writer.field("sendsEvents", sendsEvents) }
    writer.endObject()
  }
}
