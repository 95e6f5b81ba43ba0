import Foundation

/// What a search for meeting times has to respect.
package struct SlotRequest: Hashable, Sendable {
  /// Time that is taken already.
  package struct Busy: Hashable, Sendable {
    /// `nil` means everybody.
    package let participant: String?
    package let interval: DateInterval

    package init(participant: String?, interval: DateInterval) {
      self.participant = participant
      self.interval = interval
    }
  }

  package let participants: [MeetingParticipant]
  /// Minutes.
  package let duration: Int
  package let earliest: Date
  package let latest: Date
  package let busy: [Busy]
  /// Inconvenient minutes that each participant has borne in earlier meetings, by id.
  package let borne: [String: Double]
  /// How many slots are wanted at most.
  package let limit: Int

  package init(
    participants: [MeetingParticipant], duration: Int, earliest: Date, latest: Date, busy: [Busy] = [],
    borne: [String: Double] = [:], limit: Int = 3
  ) {
    self.participants = participants
    self.duration = duration
    self.earliest = earliest
    self.latest = latest
    self.busy = busy
    self.borne = borne
    self.limit = limit
  }
}
