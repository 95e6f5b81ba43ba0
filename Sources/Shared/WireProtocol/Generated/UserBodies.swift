// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// People of the workspace, best match first.
package struct UsersResponse: WireBody, Hashable {
  package var users: [User]

  package init(users: [User]) {
    self.users = users
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var users: [User] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "users": users = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(users: users)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("users", users)
    writer.endObject()
  }
}
