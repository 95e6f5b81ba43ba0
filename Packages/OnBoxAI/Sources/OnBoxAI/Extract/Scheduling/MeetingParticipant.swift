import Foundation

/// Somebody who is to meet, and when that suits.
public struct MeetingParticipant: Hashable, Sendable {
  public let id: String
  public let name: String
  public let timeZone: TimeZone
  /// Empty means the usual ones.
  public let workingHours: [WeeklyHours]
  public let focusHours: [WeeklyHours]
  public let wanted: [AvailabilityWindow]
  public let refused: [AvailabilityWindow]

  public init(
    id: String, name: String, timeZone: TimeZone, workingHours: [WeeklyHours] = [], focusHours: [WeeklyHours] = [],
    wanted: [AvailabilityWindow] = [], refused: [AvailabilityWindow] = []
  ) {
    self.id = id
    self.name = name
    self.timeZone = timeZone
    self.workingHours = workingHours.isEmpty ? [.usual] : workingHours
    self.focusHours = focusHours
    self.wanted = wanted
    self.refused = refused
  }
}
