import Foundation

/// Says in plain words why a slot was chosen and who bears it.
struct SlotReason {
  let request: SlotRequest
  let verdicts: [SlotJudge.Verdict]
  let meeting: DateInterval

  var text: String {
    ([times, bearers ?? ease] + [fairness]).compactMap { $0 }.joined(separator: "; ")
  }

  /// "Tue 09:30".
  static func dayAndTime(_ local: LocalTime) -> String {
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    return "\(names[local.day.weekday - 1]) \(clock(local))"
  }

  static func clock(_ local: LocalTime) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(local.minute / 60)):\(two(local.minute % 60))"
  }

  // MARK: Parts

  /// "08:30 for Ana, 17:30 for Kenji and Yui".
  private var times: String {
    var order: [String] = []
    var names: [String: [String]] = [:]
    for (participant, verdict) in zip(request.participants, verdicts) {
      let time = Self.clock(verdict.local)
      if names[time] == nil { order.append(time) }
      names[time, default: []].append(short(participant))
    }
    if order.count == 1, request.participants.count > 1 { return "\(order[0]) for everyone" }
    return order.map { "\($0) for \(Self.list(names[$0] ?? []))" }.joined(separator: ", ")
  }

  /// What speaks for it when nobody bears anything.
  private var ease: String? {
    let asked = zip(request.participants, verdicts).filter { participant, _ in
      participant.wanted.contains { $0.covers(meeting) }
    }.map { short($0.0) }
    if !asked.isEmpty { return "as \(Self.list(asked)) asked" }
    return verdicts.allSatisfy(\.isInWorkingHours) ? "inside everyone's working hours" : nil
  }

  /// "early for Ana, at night for Kenji and Yui; convenient for Bo". What somebody asked for
  /// outside their hours is no trouble, but not convenient either.
  private var bearers: String? {
    var order: [SlotJudge.Trouble] = []
    var names: [SlotJudge.Trouble: [String]] = [:]
    for (participant, verdict) in zip(request.participants, verdicts) where verdict.burden > 0 {
      guard let trouble = verdict.trouble else { continue }
      if names[trouble] == nil { order.append(trouble) }
      names[trouble, default: []].append(short(participant))
    }
    guard !order.isEmpty else { return nil }
    let phrases = order.map { phrase($0, names[$0] ?? []) }.joined(separator: ", ")
    let spared = zip(request.participants, verdicts).filter { $0.1.burden == 0 && $0.1.isInWorkingHours }
      .map { short($0.0) }
    return spared.isEmpty || request.participants.count < 3
      ? phrases : "\(phrases), convenient for \(Self.list(spared))"
  }

  private func phrase(_ trouble: SlotJudge.Trouble, _ people: [String]) -> String {
    let names = Self.list(people)
    return switch trouble {
    case .early: "early for \(names)"
    case .late: "late for \(names)"
    case .night: "at night for \(names)"
    case .dayOff: "on a day off for \(names)"
    case .focus: "in the focus time of \(names)"
    case .unasked: "not a time that \(names) named"
    }
  }

  /// Who has borne more than those who bear this one.
  private var fairness: String? {
    let bearing = zip(request.participants, verdicts).filter { $0.1.burden >= SlotJudge.focusBurden }.map(\.0.id)
    guard let most = request.participants.max(by: { borne($0) < borne($1) }), !bearing.isEmpty, borne(most) >= 1,
      !bearing.contains(most.id), bearing.allSatisfy({ request.borne[$0, default: 0] < borne(most) })
    else { return nil }
    return "\(short(most)) had the inconvenient hours before (\(Int(borne(most).rounded())) minutes so far)"
  }

  private func borne(_ participant: MeetingParticipant) -> Double { request.borne[participant.id, default: 0] }

  private func short(_ participant: MeetingParticipant) -> String {
    let first = ActionScene.shortName(participant.name)
    let namesakes = request.participants.filter { ActionScene.shortName($0.name) == first }.count
    return namesakes > 1 ? participant.name : first
  }

  static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
