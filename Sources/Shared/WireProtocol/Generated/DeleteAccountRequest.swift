// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// What `DELETE /v1/me` takes.
package struct DeleteAccountRequest: WireBody, Hashable {
  package var password: String

  package init(password: String) {
    self.password = password
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var password: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "password": password = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(password: try password.required("password"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("password", password)
    writer.endObject()
  }
}
