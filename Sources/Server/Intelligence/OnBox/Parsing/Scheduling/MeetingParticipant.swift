import Foundation

/// Somebody who is to meet, and when that suits.
package struct MeetingParticipant: Hashable, Sendable {
  package let id: String
  package let name: String
  package let timeZone: TimeZone
  /// Empty means the usual ones.
  package let workingHours: [WeeklyHours]
  package let focusHours: [WeeklyHours]
  package let wanted: [AvailabilityWindow]
  package let refused: [AvailabilityWindow]

  package init(
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
