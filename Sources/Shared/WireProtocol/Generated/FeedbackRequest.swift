// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// Whether an output helped; an absent `feedback` takes it back.
package struct FeedbackRequest: WireBody, Hashable {
  package var feedback: AIOutput.Feedback?
  package var note: String?

  package init(feedback: AIOutput.Feedback? = nil, note: String? = nil) {
    self.feedback = feedback
    self.note = note
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var feedback: AIOutput.Feedback?
    var note: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "feedback": feedback = try reader.word("helpful or unhelpful")
      case "note": note = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(feedback: feedback, note: note)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("feedback", feedback?.rawValue)
    writer.field("note", note)
    writer.endObject()
  }
}
