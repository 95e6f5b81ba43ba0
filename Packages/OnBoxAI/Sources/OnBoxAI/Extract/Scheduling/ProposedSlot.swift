import Foundation

/// A time at which everybody could meet.
public struct ProposedSlot: Hashable, Sendable {
  public struct Seat: Hashable, Sendable {
    /// The participant's id.
    public let participant: String
    /// The start on the participant's clock: "Tue 09:30".
    public let localTime: String
    public let isInWorkingHours: Bool
    /// 0 is convenient, 1 is the middle of the night.
    public let burden: Double
    /// What the ledger grows by if the meeting takes place: burden times the
    /// meeting's minutes, twice at night.
    public let inconvenientMinutes: Double
  }

  public let start: Date
  public let end: Date
  /// In the order of the request's participants.
  public let seats: [Seat]
  /// Why this one, and who bears it, in words.
  public let reason: String
}
