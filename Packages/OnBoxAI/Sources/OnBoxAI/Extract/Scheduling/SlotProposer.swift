import Foundation

/// Proposes meeting times and shares inconvenient hours out fairly: the first is the time after
/// which those who have borne the most have borne the least; every other one is chosen as if those
/// before it had taken place, so that somebody else bears it. Nobody's refusal and no busy time is
/// ever overridden.
struct SlotProposer: Sendable {
  /// No search looks further ahead than this.
  static let horizonDays = 62

  init() {}

  /// At most `limit` slots, the best first; fewer or none when there is no time.
  func slots(for request: SlotRequest) -> [ProposedSlot] {
    guard !request.participants.isEmpty, request.duration > 0, request.limit > 0 else { return [] }
    let judges = SlotJudge.all(of: request.participants)
    let candidates = starts(of: request).compactMap { start -> SlotCandidate? in
      let candidate = candidate(at: start, request, judges)
      return candidate.refusing.isEmpty && !isTaken(candidate.meeting, request) ? candidate : nil
    }
    return SlotChoice(request: request).choose(from: candidates).map { slot(of: $0, request) }
  }

  /// The time at which the most participants could meet without any inconvenience, and their ids;
  /// the earliest of several. `nil` when fewer than two could, or when everybody could.
  func comfortable(for request: SlotRequest) -> (slot: ProposedSlot, participants: [String])? {
    guard request.participants.count > 2, request.duration > 0 else { return nil }
    let judges = SlotJudge.all(of: request.participants)
    var best: (candidate: SlotCandidate, places: [Int])?
    for start in starts(of: request) {
      let candidate = candidate(at: start, request, judges)
      guard !isTaken(candidate.meeting, request) else { continue }
      let places = candidate.verdicts.indices.filter {
        candidate.verdicts[$0].burden == 0 && !candidate.refusing.contains($0)
      }
      if places.count > best?.places.count ?? 1 { best = (candidate, places) }
    }
    guard let best, best.places.count < request.participants.count else { return nil }
    return (slot(of: best.candidate, request), best.places.map { request.participants[$0].id })
  }

  // MARK: Candidates

  /// Every half hour (every quarter where a zone is off by one), and each start that somebody asked
  /// for.
  private func starts(of request: SlotRequest) -> [Date] {
    let end = min(request.latest, request.earliest.addingTimeInterval(Double(Self.horizonDays) * 86_400))
    let isQuartered = request.participants.contains { $0.timeZone.secondsFromGMT(for: request.earliest) % 1_800 != 0 }
    let step: TimeInterval = isQuartered ? 900 : 1_800
    let first = (request.earliest.timeIntervalSince1970 / step).rounded(.up) * step
    let last = end.timeIntervalSince1970 - Double(request.duration) * 60
    guard first <= last else { return [] }
    let grid = stride(from: first, through: last, by: step).map(Date.init(timeIntervalSince1970:))
    return Set(grid + askedStarts(request, from: first, through: last)).sorted()
  }

  private func askedStarts(_ request: SlotRequest, from first: TimeInterval, through last: TimeInterval) -> [Date] {
    request.participants.flatMap(\.wanted).compactMap { window in
      guard let interval = window.interval, window.minutes.lowerBound > 0 else { return nil }
      let day = LocalTime(interval.start, in: window.timeZone).day
      let start = LocalTime(day: day, minute: window.minutes.lowerBound).instant(in: window.timeZone)
      return (first...last).contains(start.timeIntervalSince1970) ? start : nil
    }
  }

  private func candidate(at start: Date, _ request: SlotRequest, _ judges: [SlotJudge]) -> SlotCandidate {
    let meeting = DateInterval(start: start, duration: Double(request.duration) * 60)
    let verdicts = judges.map { $0.verdict(on: meeting) }
    return SlotCandidate(
      meeting: meeting, verdicts: verdicts, minutes: verdicts.map { $0.inconvenientMinutes(of: request.duration) },
      refusing: judges.indices.filter { judges[$0].refuses(meeting) })
  }

  private func isTaken(_ meeting: DateInterval, _ request: SlotRequest) -> Bool {
    request.busy.contains { $0.interval.start < meeting.end && $0.interval.end > meeting.start }
  }

  // MARK: Slots

  private func slot(of candidate: SlotCandidate, _ request: SlotRequest) -> ProposedSlot {
    let seats = zip(request.participants, candidate.verdicts).map { participant, verdict in
      ProposedSlot.Seat(
        participant: participant.id, localTime: SlotReason.dayAndTime(verdict.local),
        isInWorkingHours: verdict.isInWorkingHours, burden: verdict.burden,
        inconvenientMinutes: verdict.inconvenientMinutes(of: request.duration))
    }
    let reason = SlotReason(request: request, verdicts: candidate.verdicts, meeting: candidate.meeting)
    return ProposedSlot(
      start: candidate.meeting.start, end: candidate.meeting.end, seats: seats, reason: reason.text)
  }
}
