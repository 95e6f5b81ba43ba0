// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// A question to all conversations of the asker.
package struct QuestionRequest: WireBody, Hashable {
  package var question: String

  package init(question: String) {
    self.question = question
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var question: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "question": question = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(question: try question.required("question"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("question", question)
    writer.endObject()
  }
}
