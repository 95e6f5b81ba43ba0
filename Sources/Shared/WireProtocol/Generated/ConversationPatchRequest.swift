// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// What `PATCH /v1/conversations/{id}` takes: an absent key leaves a value as it is, `null` clears
/// the photo.
package struct ConversationPatchRequest: WireBody, Hashable {
  package var name: String?
  package var photo: String??

  package init(name: String? = nil, photo: String?? = nil) {
    self.name = name
    self.photo = photo
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var name: String?
    var photo: String??
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "name": name = try reader.string()
      case "photo": photo = .some(try reader.string())
      default: try reader.skipValue()
      }
    }
    self.init(name: name, photo: photo)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("name", name)
    writer.clearableField("photo", photo)
    writer.endObject()
  }
}
