// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// What `POST /v1/conversations/{id}/members` takes.
package struct AddMembersRequest: WireBody, Hashable {
  package var users: [UserID]

  package init(users: [UserID]) {
    self.users = users
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var users: [UserID] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "users": users = try reader.identifiers() ?? []
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

/// What `PATCH /v1/conversations/{id}/members/{user}` takes.
package struct RoleRequest: WireBody, Hashable {
  package var role: Member.Role

  package init(role: Member.Role) {
    self.role = role
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var role: Member.Role?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "role": role = try reader.word("member or admin")
      default: try reader.skipValue()
      }
    }
    self.init(role: try role.required("role"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("role", role.rawValue)
    writer.endObject()
  }
}
