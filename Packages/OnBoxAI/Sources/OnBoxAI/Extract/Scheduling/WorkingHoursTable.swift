import Foundation

/// What moments mean for everybody who keeps some hours in some zone: each moment is looked up
/// once, however many meetings it lies in.
final class WorkingHoursTable {
  typealias Sample = (burden: Double, isWorking: Bool, trouble: SlotJudge.Trouble?)

  /// What a sample depends on.
  struct Hours: Hashable {
    let timeZone: TimeZone
    let working: [WeeklyHours]
    let focus: [WeeklyHours]

    init(_ participant: MeetingParticipant) {
      timeZone = participant.timeZone
      working = participant.workingHours
      focus = participant.focusHours
    }
  }

  private var known: [Date: Sample] = [:]

  func sample(at moment: Date, or look: (Date) -> Sample) -> Sample {
    if let sample = known[moment] { return sample }
    let sample = look(moment)
    known[moment] = sample
    return sample
  }
}
