import Foundation

/// A time at which everybody could meet.
package struct ProposedSlot: Hashable, Sendable {
  package struct Seat: Hashable, Sendable {
    /// The participant's id.
    package let participant: String
    /// The start on the participant's clock: "Tue 09:30".
    package let localTime: String
    package let isInWorkingHours: Bool
    /// 0 is convenient, 1 is the middle of the night.
    package let burden: Double
    /// What the ledger grows by if the meeting takes place: burden times the
    /// meeting's minutes, twice at night.
    package let inconvenientMinutes: Double
  }

  package let start: Date
  package let end: Date
  /// In the order of the request's participants.
  package let seats: [Seat]
  /// Why this one, and who bears it, in words.
  package let reason: String
}
