// Made from wire/conversations.json: change that and run `make wire`.

import Domain

extension Member: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var user: UserID?
    var rev: Int64?
    var role: Role?
    var name: String?
    var photo: String?
    var joinSeq: Int64?
    var deliveredSeq: Int64?
    var readSeq: Int64?
    var leftAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "user": user = try reader.identifier()
      case "rev": rev = try reader.integer()
      case "role": role = try reader.word("member or admin")
      case "name": name = try reader.string()
      case "photo": photo = try reader.string()
      case "joinSeq": joinSeq = try reader.integer()
      case "deliveredSeq": deliveredSeq = try reader.integer()
      case "readSeq": readSeq = try reader.integer()
      case "leftAt": leftAt = try reader.timestamp("leftAt")
      default: try reader.skipValue()
      }
    }
    self.init(
      user: try user.required("user"), rev: try rev.required("rev"), role: try role.required("role"),
      name: try name.required("name"), photo: photo, joinSeq: joinSeq ?? 0, deliveredSeq: deliveredSeq ?? 0,
      readSeq: readSeq ?? 0, leftAt: leftAt)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("user", user)
    writer.field("rev", rev)
    writer.field("role", role.rawValue)
    writer.field("name", name)
    writer.field("photo", photo)
    writer.field("joinSeq", joinSeq)
    writer.field("deliveredSeq", deliveredSeq)
    writer.field("readSeq", readSeq)
    writer.field("leftAt", leftAt)
    writer.endObject()
  }
}
