// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// What `PUT /v1/me/password` takes.
package struct PasswordChangeRequest: WireBody, Hashable {
  package var current: String
  package var new: String

  package init(current: String, new: String) {
    self.current = current
    self.new = new
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var current: String?
    var new: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "current": current = try reader.string()
      case "new": new = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(current: try current.required("current"), new: try new.required("new"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("current", current)
    writer.field("new", new)
    writer.endObject()
  }
}
