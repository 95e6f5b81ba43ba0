// Made from wire/events.json: change that and run `make wire`.

import Domain

extension ClientSpan: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var kind: ClientSpanKind?
    var trace: String?
    var span: String?
    var parent: String?
    var start: Timestamp?
    var end: Timestamp?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "kind": kind = try reader.word("send, receive or show")
      case "trace": trace = try reader.string()
      case "span": span = try reader.string()
      case "parent": parent = try reader.string()
      case "start": start = try reader.timestamp("start")
      case "end": end = try reader.timestamp("end")
      default: try reader.skipValue()
      }
    }
    self.init(
      kind: try kind.required("kind"), trace: try trace.required("trace"), span: try span.required("span"),
      parent: parent, start: try start.required("start"), end: try end.required("end"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("kind", kind.rawValue)
    writer.field("trace", trace)
    writer.field("span", span)
    writer.field("parent", parent)
    writer.field("start", start)
    writer.field("end", end)
    writer.endObject()
  }
}
