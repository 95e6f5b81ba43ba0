import Foundation

/// What a search for meeting times has to respect.
public struct SlotRequest: Hashable, Sendable {
  /// Time that is taken already.
  public struct Busy: Hashable, Sendable {
    /// `nil` means everybody.
    public let participant: String?
    public let interval: DateInterval

    public init(participant: String?, interval: DateInterval) {
      self.participant = participant
      self.interval = interval
    }
  }

  public let participants: [MeetingParticipant]
  /// Minutes.
  public let duration: Int
  public let earliest: Date
  public let latest: Date
  public let busy: [Busy]
  /// Inconvenient minutes that each participant has borne in earlier meetings, by id.
  public let borne: [String: Double]
  /// How many slots are wanted at most.
  public let limit: Int

  public init(
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
