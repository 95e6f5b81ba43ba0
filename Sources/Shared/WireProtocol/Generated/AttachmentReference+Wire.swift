// Made from wire/files.json: change that and run `make wire`.

import Domain

extension AttachmentReference: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: AttachmentID?
    var alt: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "alt": alt = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(id: try id.required("id"), alt: alt)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("alt", alt)
    writer.endObject()
  }
}
