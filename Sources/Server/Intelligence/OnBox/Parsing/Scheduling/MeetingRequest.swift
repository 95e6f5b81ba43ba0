import Foundation

/// What a conversation says of a meeting that is to be arranged.
package struct MeetingRequest: Hashable, Sendable {
  /// One thing that somebody said of when they can or cannot.
  package struct Availability: Hashable, Sendable {
    package let speaker: String
    package let window: AvailabilityWindow
    /// The words.
    package let text: String
    /// The index of the turn.
    package let turn: Int
  }

  /// What the meeting is about, if said.
  package let topic: String?
  /// Minutes, if said.
  package let duration: Int?
  package let wanted: [Availability]
  package let refused: [Availability]
  /// The bounds named with the request ("next week", "by Friday").
  package let earliest: Date?
  package let latest: Date?
}
