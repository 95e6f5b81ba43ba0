// Made from wire/people.json: change that and run `make wire`.

import Domain

extension User: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: UserID?
    var name: String?
    var email: String?
    var photo: String?
    var timeZone: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "name": name = try reader.string()
      case "email": email = try reader.string()
      case "photo": photo = try reader.string()
      case "timeZone": timeZone = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), name: try name.required("name"), email: try email.required("email"), photo: photo,
      timeZone: timeZone)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("name", name)
    writer.field("email", email)
    writer.field("photo", photo)
    writer.field("timeZone", timeZone)
    writer.endObject()
  }
}
