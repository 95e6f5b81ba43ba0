// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// What `summarizeThread`, `extractActionItems` and `trackDecisions` take.
package struct SummaryRequest: WireBody, Hashable {
  /// `unread` (the standard), `last`, `days` or `range`.
  package var range: String?
  /// For `last`: how many messages.
  package var count: Int?
  /// For `days`.
  package var days: Int?
  /// For `range`: the first seq.
  package var from: Int64?
  /// For `range`: the last seq.
  package var to: Int64?
  /// What the summary should answer; at most 500 characters.
  package var question: String?

  package init(
    range: String? = nil, count: Int? = nil, days: Int? = nil, from: Int64? = nil, to: Int64? = nil,
    question: String? = nil
  ) {
    self.range = range
    self.count = count
    self.days = days
    self.from = from
    self.to = to
    self.question = question
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var range: String?
    var count: Int64?
    var days: Int64?
    var from: Int64?
    var to: Int64?
    var question: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "range": range = try reader.string()
      case "count": count = try reader.integer()
      case "days": days = try reader.integer()
      case "from": from = try reader.integer()
      case "to": to = try reader.integer()
      case "question": question = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      range: range, count: count.map(Int.init), days: days.map(Int.init), from: from, to: to, question: question)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("range", range)
    writer.field("count", count.map(Int64.init))
    writer.field("days", days.map(Int64.init))
    writer.field("from", from)
    writer.field("to", to)
    writer.field("question", question)
    writer.endObject()
  }
}

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

/// Where an output is posted.
package struct ShareRequest: WireBody, Hashable {
  package var conversation: ConversationID

  package init(conversation: ConversationID) {
    self.conversation = conversation
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var conversation: ConversationID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "conversation": conversation = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    self.init(conversation: try conversation.required("conversation"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("conversation", conversation)
    writer.endObject()
  }
}

/// What sharing an output would post.
package struct SharePreview: WireBody, Hashable {
  package var text: String

  package init(text: String) {
    self.text = text
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var text: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "text": text = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(text: try text.required("text"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("text", text)
    writer.endObject()
  }
}

/// The message that shares an output.
package struct SharedResponse: WireBody, Hashable {
  package var message: MessageID

  package init(message: MessageID) {
    self.message = message
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var message: MessageID?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "message": message = try reader.identifier()
      default: try reader.skipValue()
      }
    }
    self.init(message: try message.required("message"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("message", message)
    writer.endObject()
  }
}

/// The asker's outputs, newest first.
package struct OutputsResponse: WireBody, Hashable {
  package var outputs: [AIOutput]

  package init(outputs: [AIOutput]) {
    self.outputs = outputs
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var outputs: [AIOutput] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "outputs": outputs = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(outputs: outputs)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("outputs", outputs)
    writer.endObject()
  }
}
