import Foundation

/// What a conversation says of a meeting that is to be arranged.
public struct MeetingRequest: Hashable, Sendable {
  /// One thing that somebody said of when they can or cannot.
  public struct Availability: Hashable, Sendable {
    public let speaker: String
    public let window: AvailabilityWindow
    /// The words.
    public let text: String
    /// The index of the turn.
    public let turn: Int
  }

  /// What the meeting is about, if said.
  public let topic: String?
  /// Minutes, if said.
  public let duration: Int?
  public let wanted: [Availability]
  public let refused: [Availability]
  /// The bounds named with the request ("next week", "by Friday").
  public let earliest: Date?
  public let latest: Date?
}
