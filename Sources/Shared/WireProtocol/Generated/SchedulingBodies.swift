// Made from wire/intelligence-bodies.json: change that and run `make wire`.

import Domain

/// What is known of a meeting that is to be; the rest is read from the conversation.
package struct MeetingRequest: WireBody, Hashable {
  package var topic: String?
  package var minutes: Int?
  package var participants: [UserID]?

  package init(topic: String? = nil, minutes: Int? = nil, participants: [UserID]? = nil) {
    self.topic = topic
    self.minutes = minutes
    self.participants = participants
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var topic: String?
    var minutes: Int64?
    var participants: [UserID]?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "topic": topic = try reader.string()
      case "minutes": minutes = try reader.integer()
      case "participants": participants = try reader.identifiers()
      default: try reader.skipValue()
      }
    }
    self.init(topic: topic, minutes: minutes.map(Int.init), participants: participants)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("topic", topic)
    writer.field("minutes", minutes.map(Int64.init))
    if let participants { writer.field("participants", participants) }
    writer.endObject()
  }
}
