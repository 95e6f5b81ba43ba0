import Foundation

/// A time that is looked at, with what it means for each participant, in their order.
struct SlotCandidate {
  let meeting: DateInterval
  let verdicts: [SlotJudge.Verdict]
  /// What each would bear.
  let minutes: [Double]
  /// Places of those who refuse it.
  let refusing: [Int]

  var total: Double { minutes.reduce(0, +) }

  /// Participants for whom it is night.
  var nights: Int { verdicts.count { $0.trouble == .night } }

  /// The place of whoever bears the most; `nil` when nobody bears anything.
  var heaviest: Int? {
    guard let most = minutes.indices.max(by: { minutes[$0] < minutes[$1] }), minutes[most] > 0 else { return nil }
    return most
  }

  /// Minutes of the day, of universal time.
  var timeOfDay: Int {
    let minutes = Int(meeting.start.timeIntervalSince1970 / 60) % 1_440
    return minutes < 0 ? minutes + 1_440 : minutes
  }
}
