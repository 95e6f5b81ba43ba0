// Made from wire/intelligence.json: change that and run `make wire`.

import Domain

extension SmartSearchHit: WireBody {
  package init(from reader: inout JSONReader) throws(Refusal) {
    var citation: Citation?
    var snippet: String?
    var file: String?
    var score: Double?
    var matchedBy: [String] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "citation": citation = try reader.body()
      case "snippet": snippet = try reader.string()
      case "file": file = try reader.string()
      case "score": score = try reader.number()
      case "matchedBy": matchedBy = try reader.strings()
      default: try reader.skipValue()
      }
    }
    self.init(
      citation: try citation.required("citation"), snippet: try snippet.required("snippet"), file: file,
      score: try score.required("score"), matchedBy: matchedBy)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("citation", citation)
    writer.field("snippet", snippet)
    writer.field("file", file)
    writer.field("score", score)
    writer.field("matchedBy", matchedBy)
    writer.endObject()
  }
}
