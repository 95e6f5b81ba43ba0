// Made from wire/files.json: change that and run `make wire`.

import Domain

extension Attachment: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var id: AttachmentID?
    var kind: Kind?
    var name: String?
    var type: String?
    var bytes: Int64?
    var width: Int64?
    var height: Int64?
    var duration: Int64?
    var preview: String?
    var wave: String?
    var alt: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "id": id = try reader.identifier()
      case "kind": kind = try reader.word("image, voice or file")
      case "name": name = try reader.string()
      case "type": type = try reader.string()
      case "bytes": bytes = try reader.integer()
      case "width": width = try reader.integer()
      case "height": height = try reader.integer()
      case "duration": duration = try reader.integer()
      case "preview": preview = try reader.string()
      case "wave": wave = try reader.string()
      case "alt": alt = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      id: try id.required("id"), kind: try kind.required("kind"), name: try name.required("name"),
      type: try type.required("type"), bytes: try bytes.required("bytes"), width: width, height: height,
      duration: duration, preview: preview, wave: wave, alt: alt)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("id", id)
    writer.field("kind", kind.rawValue)
    writer.field("name", name)
    writer.field("type", type)
    writer.field("bytes", bytes)
    writer.field("width", width)
    writer.field("height", height)
    writer.field("duration", duration)
    writer.field("preview", preview)
    writer.field("wave", wave)
    writer.field("alt", alt)
    writer.endObject()
  }
}
