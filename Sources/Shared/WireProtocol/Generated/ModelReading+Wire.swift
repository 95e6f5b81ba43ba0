// Made from wire/models.json: change that and run `make wire`.

import Domain

extension ModelReading: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var summary: [String] = []
    var tasks: [String] = []
    var decisions: [String] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "summary": summary = try reader.strings()
      case "tasks": tasks = try reader.strings()
      case "decisions": decisions = try reader.strings()
      default: try reader.skipValue()
      }
    }
    self.init(summary: summary, tasks: tasks, decisions: decisions)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("summary", summary)
    writer.field("tasks", tasks)
    writer.field("decisions", decisions)
    writer.endObject()
  }
}
