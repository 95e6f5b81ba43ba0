// Made from wire/intelligence.json: change that and run `make wire`.

/// A time for a meeting, and what it means for each participant.
public struct MeetingSlot: Hashable, Sendable, Codable {
  /// What a slot means for one participant.
  public struct Seat: Hashable, Sendable, Codable {
    public let user: UserID
    /// IANA name.
    public let timeZone: String
    /// The start on the participant's clock, such as `Tue 09:30`.
    public let localTime: String
    public let isInWorkingHours: Bool
    /// 0 is convenient; 1 is the middle of the night.
    public let burden: Double

    public init(user: UserID, timeZone: String, localTime: String, isInWorkingHours: Bool, burden: Double) {
      self.user = user
      self.timeZone = timeZone
      self.localTime = localTime
      self.isInWorkingHours = isInWorkingHours
      self.burden = burden
    }
  }

  public let start: Timestamp
  public let end: Timestamp
  public let seats: [Seat]
  /// Why this one, and who bears it.
  public let reason: String

  public init(start: Timestamp, end: Timestamp, seats: [Seat], reason: String) {
    self.start = start
    self.end = end
    self.seats = seats
    self.reason = reason
  }
}
