import Foundation

/// Proposes meeting times and spreads inconvenient hours fairly: of all possible times it takes those after which
/// the most burdened participant has borne the least. Nobody's refusal and no busy time is ever overridden.
package struct SlotProposer: Sendable {
  /// No search looks further ahead than this.
  package static let horizonDays = 62

  package init() {}

  /// At most `limit` slots, the best first; fewer or none when there is no time.
  package func slots(for request: SlotRequest) -> [ProposedSlot] {
    guard !request.participants.isEmpty, request.duration > 0, request.limit > 0 else { return [] }
    let judges = request.participants.map(SeatJudge.init(participant:))
    let candidates = starts(of: request).compactMap { candidate(at: $0, request, judges) }.sorted()
    return choose(from: candidates, limit: request.limit).map { slot(of: $0, request) }
  }

  // MARK: Candidates

  private struct Candidate: Comparable {
    let meeting: DateInterval
    let verdicts: [SeatJudge.Verdict]
    /// Participants for whom it is night.
    let nights: Int
    /// The largest sum of old and new inconvenient minutes.
    let heaviest: Double
    let total: Double

    static func < (one: Candidate, other: Candidate) -> Bool {
      if abs(one.heaviest - other.heaviest) > 0.01 { return one.heaviest < other.heaviest }
      if abs(one.total - other.total) > 0.01 { return one.total < other.total }
      return one.meeting.start < other.meeting.start
    }

    static func == (one: Candidate, other: Candidate) -> Bool { one.meeting == other.meeting }
  }

  /// Every half hour (every quarter where a zone is off by one), and each start that somebody asked for.
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

  private func candidate(at start: Date, _ request: SlotRequest, _ judges: [SeatJudge]) -> Candidate? {
    let meeting = DateInterval(start: start, duration: Double(request.duration) * 60)
    let isTaken = request.busy.contains { $0.interval.start < meeting.end && $0.interval.end > meeting.start }
    guard !isTaken, !judges.contains(where: { $0.refuses(meeting) }) else { return nil }
    let verdicts = judges.map { $0.verdict(on: meeting) }
    var heaviest = 0.0
    var total = 0.0
    for (participant, verdict) in zip(request.participants, verdicts) {
      let minutes = verdict.inconvenientMinutes(of: request.duration)
      heaviest = max(heaviest, request.borne[participant.id, default: 0] + minutes)
      total += minutes
    }
    return Candidate(
      meeting: meeting, verdicts: verdicts, nights: verdicts.filter { $0.trouble == .night }.count, heaviest: heaviest,
      total: total)
  }

  /// The best that do not overlap, at most two a day as long as other days are as good.
  private func choose(from candidates: [Candidate], limit: Int) -> [Candidate] {
    var chosen: [Candidate] = []
    for isStrict in [true, false] {
      for candidate in candidates where chosen.count < limit {
        guard chosen.allSatisfy({ isApart($0, candidate) }) else { continue }
        let sameDay = chosen.filter { $0.verdicts.first?.local.day == candidate.verdicts.first?.local.day }.count
        if isStrict, sameDay >= 2 { continue }
        if isStrict, let best = candidates.first, candidate.nights > best.nights { continue }
        chosen.append(candidate)
      }
    }
    return chosen.sorted()
  }

  private func isApart(_ one: Candidate, _ other: Candidate) -> Bool {
    let gap = abs(one.meeting.start.timeIntervalSince(other.meeting.start))
    return gap >= max(one.meeting.duration, 3_600)
  }

  // MARK: Slots

  private func slot(of candidate: Candidate, _ request: SlotRequest) -> ProposedSlot {
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
