import Foundation

/// Says what a meeting means for one participant.
struct SlotJudge {
  /// In which way a time is inconvenient.
  enum Trouble: String, Hashable {
    case early, late, dayOff, night, focus, unasked
  }

  struct Verdict {
    let local: LocalTime
    let burden: Double
    let isInWorkingHours: Bool
    let trouble: Trouble?

    /// What the ledger grows by; a minute of the night counts twice.
    func inconvenientMinutes(of duration: Int) -> Double {
      burden * Double(duration) * (trouble == .night ? 2 : 1)
    }
  }

  let participant: MeetingParticipant
  private let book: WorkingHoursTable

  init(participant: MeetingParticipant) {
    self.init(participant: participant, book: WorkingHoursTable())
  }

  /// `book` may be shared by those who keep the same hours in the same zone.
  init(participant: MeetingParticipant, book: WorkingHoursTable) {
    self.participant = participant
    self.book = book
  }

  /// One for each participant; those who keep the same hours in the same zone are looked up once.
  static func all(of participants: [MeetingParticipant]) -> [SlotJudge] {
    var books: [WorkingHoursTable.Hours: WorkingHoursTable] = [:]
    return participants.map { participant in
      let hours = WorkingHoursTable.Hours(participant)
      let book = books[hours] ?? WorkingHoursTable()
      books[hours] = book
      return SlotJudge(participant: participant, book: book)
    }
  }

  /// A time that somebody did not ask for, when they asked for others.
  static let unaskedBurden = 0.1
  static let focusBurden = 0.2
  private static let step: TimeInterval = 15 * 60

  func refuses(_ meeting: DateInterval) -> Bool {
    participant.refused.contains { $0.touches(meeting) }
  }

  func verdict(on meeting: DateInterval) -> Verdict {
    let local = LocalTime(meeting.start, in: participant.timeZone)
    var burden = 0.0
    var count = 0
    var isInWorkingHours = true
    var worst: (burden: Double, trouble: Trouble?) = (0, nil)
    var instant = meeting.start
    while instant < meeting.end {
      let sample = book.sample(at: instant, or: self.sample)
      burden += sample.burden
      count += 1
      if sample.burden > worst.burden { worst = (sample.burden, sample.trouble) }
      isInWorkingHours = isInWorkingHours && sample.isWorking
      instant += Self.step
    }
    let mean = burden / Double(max(count, 1))
    if participant.wanted.contains(where: { $0.covers(meeting) }) {
      return Verdict(local: local, burden: 0, isInWorkingHours: isInWorkingHours, trouble: nil)
    }
    let unasked = participant.wanted.isEmpty ? 0 : Self.unaskedBurden
    let trouble = worst.trouble ?? (unasked > 0 ? .unasked : nil)
    return Verdict(
      local: local, burden: min(1, mean + unasked), isInWorkingHours: isInWorkingHours, trouble: trouble)
  }

  private func sample(at instant: Date) -> WorkingHoursTable.Sample {
    let local = LocalTime(instant, in: participant.timeZone)
    let distance = participant.workingHours.compactMap { $0.distance(from: local) }.min()
    if distance == 0 {
      let isFocus = participant.focusHours.contains { $0.contains(local) }
      return (isFocus ? Self.focusBurden : 0, true, isFocus ? .focus : nil)
    }
    if Self.isNight(local.minute) { return (1, false, .night) }
    guard let distance, distance < 12 * 60, worksOn(local.day) else { return (0.7, false, .dayOff) }
    return (min(0.9, 0.2 + Double(distance) / 480), false, isBeforeWork(local) ? .early : .late)
  }

  /// From 23:00 to 6:00.
  private static func isNight(_ minute: Int) -> Bool { minute < 360 || minute >= 1_380 }

  private func worksOn(_ day: CivilDay) -> Bool {
    participant.workingHours.contains { $0.days.contains(day.weekday) }
  }

  private func isBeforeWork(_ local: LocalTime) -> Bool {
    participant.workingHours.filter { $0.days.contains(local.day.weekday) }.contains { local.minute < $0.start }
  }
}
