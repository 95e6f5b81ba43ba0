// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// What `POST /v1/sessions/refresh` takes.
package struct RefreshRequest: WireBody, Hashable {
  package var refreshToken: String

  package init(refreshToken: String) {
    self.refreshToken = refreshToken
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var refreshToken: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "refreshToken": refreshToken = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(refreshToken: try refreshToken.required("refreshToken"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("refreshToken", refreshToken)
    writer.endObject()
  }
}
