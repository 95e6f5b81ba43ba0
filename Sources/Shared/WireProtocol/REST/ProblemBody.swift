import Domain

/// A refusal as problem details (RFC 9457).
package struct ProblemBody: WireBody, Hashable {
  package var refusal: Refusal
  package var title: String
  package var status: Int

  package init(refusal: Refusal, title: String, status: Int) {
    self.refusal = refusal
    self.title = title
    self.status = status
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var title: String?
    var status: Int64?
    var fields = RefusalFields()
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "title": title = try reader.string()
      case "status": status = try reader.integer()
      default: try fields.read(key, from: &reader)
      }
    }
    self.init(
      refusal: try fields.refusal(), title: title ?? "", status: Int(try status.required("status")))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("type", literal: "about:blank")
    writer.field("title", title)
    writer.field("status", status)
    refusal.writeFields(to: &writer)
    writer.endObject()
  }
}
