import Domain
import Foundation
import OnBoxAI

/// Says what was proposed: how many times, who bears them, and who could meet with ease when not
/// everybody can.
struct MeetingWording {
  let context: SchedulingContext
  let search: SlotRequest
  let asker: UserID

  func text(_ slots: [ProposedSlot]) -> String {
    guard let first = slots.first else {
      return ["There is no time in that span that nobody has refused.", ease]
        .compactMap { $0 }.joined(separator: " ") + " Try a shorter meeting or ask for other days."
    }
    let count = slots.count == 1 ? "One time" : "\(slots.count) times"
    let what = "\(count) for \(search.duration) minutes and \(context.participants.count) people, the fairest first."
    guard first.seats.contains(where: { !$0.isInWorkingHours }) else { return what }
    return ([what, "No hour suits everybody.", turns(slots), ease] as [String?])
      .compactMap { $0 }.joined(separator: " ")
  }

  /// Such as: The inconvenience goes round: the first falls on Ana, the second on Kenji and Yui.
  private func turns(_ slots: [ProposedSlot]) -> String? {
    let bearers = slots.map(bearers)
    guard bearers.allSatisfy({ !$0.isEmpty }) else { return nil }
    if Set(bearers).count == 1 { return "Each falls on \(MeetingWording.list(bearers[0]))." }
    let ordinals = ["the first", "the second", "the third", "the fourth", "the fifth"]
    let phrases = zip(ordinals, bearers).map { "\($0) falls on \(MeetingWording.list($1))" }
    return "The inconvenience goes round: \(phrases.joined(separator: ", "))."
  }

  /// Who bears most of a slot: those who bear at least half of what the most burdened one bears.
  private func bearers(of slot: ProposedSlot) -> [String] {
    let most = slot.seats.map(\.burden).max() ?? 0
    guard most > 0 else { return [] }
    return slot.seats.filter { $0.burden >= most * 0.75 }.map { name($0.participant) }
  }

  /// The largest part of them that could meet within everyone's hours.
  private var ease: String? {
    guard let found = TextEngine().comfortableSlot(for: search) else { return nil }
    let names = found.participants.map(name)
    let local = MomentWords(timeZone: context.timeZone(of: asker)).dayAndTime(Timestamp(found.slot.start))
    return "\(Self.list(names)) could meet comfortably without the others, such as on \(local) your time."
  }

  private func name(_ participant: String) -> String {
    let name = search.participants.first { $0.id == participant }?.name ?? "Somebody"
    let first = PriorityCues.firstName(name)
    let namesakes = search.participants.count { PriorityCues.firstName($0.name) == first }
    return namesakes > 1 ? name : first
  }

  private static func list(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }
}
