// Made from wire/people.json: change that and run `make wire`.

import Domain

extension Profile: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: UserID?
    var rev: Int64?
    var email: String?
    var name: String?
    var photo: String?
    var timeZone: String?
    var locale: String?
    var language: String?
    var workspaceRole: WorkspaceRole?
    var disabledFeatures: [String] = []
    var sendsEvents: Bool?
    var createdAt: Timestamp?
    var emailVerifiedAt: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "rev": rev = try reader.integer()
      case "email": email = try reader.string()
      case "name": name = try reader.string()
      case "photo": photo = try reader.string()
      case "timeZone": timeZone = try reader.string()
      case "locale": locale = try reader.string()
      case "language": language = try reader.string()
      case "workspaceRole": workspaceRole = try reader.word("member or admin")
      case "disabledFeatures": disabledFeatures = try reader.strings()
      case "sendsEvents": sendsEvents = try reader.boolean()
      case "createdAt": createdAt = try reader.timestamp("createdAt")
      case "emailVerifiedAt": emailVerifiedAt = try reader.timestamp("emailVerifiedAt")
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), rev: try rev.required("rev"), email: try email.required("email"),
      name: try name.required("name"), photo: photo, timeZone: timeZone, locale: locale, language: language,
      workspaceRole: try workspaceRole.required("workspaceRole"), disabledFeatures: disabledFeatures,
      sendsEvents: sendsEvents ?? true, createdAt: try createdAt.required("createdAt"),
      emailVerifiedAt: emailVerifiedAt)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("rev", rev)
    writer.field("email", email)
    writer.field("name", name)
    writer.field("photo", photo)
    writer.field("timeZone", timeZone)
    writer.field("locale", locale)
    writer.field("language", language)
    writer.field("workspaceRole", workspaceRole.rawValue)
    if disabledFeatures != [] { writer.field("disabledFeatures", disabledFeatures) }
    if sendsEvents != true { writer.field("sendsEvents", sendsEvents) }
    writer.field("createdAt", createdAt)
    writer.field("emailVerifiedAt", emailVerifiedAt)
    writer.endObject()
  }
}
