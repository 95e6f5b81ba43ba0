import Foundation

/// Chooses of all possible times those that are proposed.
struct SlotChoice {
  /// Minutes from which two times of day are different ones.
  private static let otherTime = 120
  /// How much more trouble than the best a time may make altogether to be proposed for the sake of
  /// fairness.
  private static let mostTrouble = 1.6
  private static let sameTolerance = 0.01

  let request: SlotRequest

  /// The best first. Those after it are other days and other times of day where there are such, and
  /// others bear them.
  func choose(from candidates: [SlotCandidate]) -> [SlotCandidate] {
    var borne = request.participants.map { request.borne[$0.id, default: 0] }
    guard let best = best(of: candidates, borne) else { return [] }
    var chosen: [SlotCandidate] = []
    var next: SlotCandidate? = best
    while let candidate = next, chosen.count < request.limit {
      chosen.append(candidate)
      for place in borne.indices { borne[place] += candidate.minutes[place] }
      next = chosen.count < request.limit ? another(of: candidates, than: chosen, borne) : nil
    }
    return chosen
  }

  /// The strictest of the wishes that any time fulfils decides.
  private func another(
    of candidates: [SlotCandidate], than chosen: [SlotCandidate], _ borne: [Double]
  ) -> SlotCandidate? {
    let rest = candidates.filter { candidate in chosen.allSatisfy { isApart($0, candidate) } }
    let fair = rest.filter { isAcceptable($0, next: chosen[0]) }
    let bearers = chosen.compactMap(\.heaviest)
    func isOtherDay(_ candidate: SlotCandidate) -> Bool { chosen.allSatisfy { day($0) != day(candidate) } }
    func isOtherTime(_ candidate: SlotCandidate) -> Bool { chosen.allSatisfy { isOtherTimeOfDay($0, candidate) } }
    func isOthersTurn(_ candidate: SlotCandidate) -> Bool {
      candidate.heaviest.map { !bearers.contains($0) } ?? true
    }
    let wishes: [(SlotCandidate) -> Bool] = [
      { isOtherDay($0) && isOtherTime($0) && isOthersTurn($0) }, { isOtherDay($0) && isOthersTurn($0) },
      { isOtherTime($0) && isOthersTurn($0) }, { isOtherDay($0) && isOtherTime($0) }, isOtherDay, { _ in true },
    ]
    for wish in wishes {
      if let found = best(of: fair.filter(wish), borne) { return found }
    }
    return best(of: rest, borne)
  }

  /// Whether it makes not much more trouble than the best. Where nobody has to bear anything,
  /// nobody shall.
  private func isAcceptable(_ candidate: SlotCandidate, next best: SlotCandidate) -> Bool {
    guard best.total > 0 else { return candidate.total == 0 }
    let most = max(best.total * Self.mostTrouble, best.total + Double(request.duration) / 2)
    return candidate.total <= most && candidate.nights <= best.nights + 1
  }

  /// That after which whoever has borne the most has borne the least, then the next, and so on; the
  /// earliest of equals.
  private func best(of candidates: [SlotCandidate], _ borne: [Double]) -> SlotCandidate? {
    var best: (candidate: SlotCandidate, loads: [Double])?
    for candidate in candidates {
      let loads = zip(borne, candidate.minutes).map(+).sorted(by: >)
      if let known = best, !isLighter(loads, than: known.loads) { continue }
      best = (candidate, loads)
    }
    return best?.candidate
  }

  private func isLighter(_ one: [Double], than other: [Double]) -> Bool {
    for (mine, its) in zip(one, other) where abs(mine - its) > Self.sameTolerance { return mine < its }
    return false
  }

  private func isApart(_ one: SlotCandidate, _ other: SlotCandidate) -> Bool {
    abs(one.meeting.start.timeIntervalSince(other.meeting.start)) >= max(one.meeting.duration, 3_600)
  }

  private func isOtherTimeOfDay(_ one: SlotCandidate, _ other: SlotCandidate) -> Bool {
    let apart = abs(one.timeOfDay - other.timeOfDay)
    return min(apart, 1_440 - apart) >= Self.otherTime
  }

  /// On the clock of the first participant.
  private func day(_ candidate: SlotCandidate) -> CivilDay? { candidate.verdicts.first?.local.day }
}
