import Domain

/// What is known of a meeting that is to be; the rest is read from the conversation.
package struct MeetingRequest: Codable, Hashable, Sendable {
  package var topic: String?
  package var minutes: Int?
  package var participants: [UserID]?

  package init(topic: String? = nil, minutes: Int? = nil, participants: [UserID]? = nil) {
    self.topic = topic
    self.minutes = minutes
    self.participants = participants
  }
}
