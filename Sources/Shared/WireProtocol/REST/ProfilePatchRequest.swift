import Domain

/// What `PATCH /v1/me` takes: an absent key leaves a value as it is, `null` clears it (all but the name).
package struct ProfilePatchRequest: WireBody, Hashable {
  package var change: ProfileChange

  package init(change: ProfileChange) {
    self.change = change
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    change = ProfileChange()
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "name": change.name = try reader.string()
      case "photo": change.photo = .some(try reader.string())
      case "timeZone": change.timeZone = .some(try reader.string())
      case "locale": change.locale = .some(try reader.string())
      case "language": change.language = .some(try reader.string())
      default: try reader.skipValue()
      }
    }
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("name", change.name)
    writer.clearableField("photo", change.photo)
    writer.clearableField("timeZone", change.timeZone)
    writer.clearableField("locale", change.locale)
    writer.clearableField("language", change.language)
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes nothing for the outer `nil` and `null` for the inner one.
  mutating func clearableField(_ name: StaticString, _ text: String??) {
    guard let text else { return }
    key(name)
    if let text { value(text) } else { null() }
  }
}
