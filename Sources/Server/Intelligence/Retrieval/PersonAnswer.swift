import Domain
import ServerCore

/// Who somebody is: what the asker shares with them, and what they have to do and have decided
/// there.
///
/// Where they are is no message's word: it is said in the answer's text, which claims nothing about
/// any message. All else are points that cite.
struct PersonAnswer: Sendable {
  /// Namesakes in one answer.
  static let maximumPeople = 2
  private static let maximumTitles = 5
  private static let maximumTitle = 40

  let introduction: String
  /// The conversations that the asker shares with them.
  let shared: [ConversationOutline]
  private let points: [Draft.Point]

  /// `outlines`: conversations of the asker, of which those with one of the people count.
  init(
    asker: UserID, people: [UserID], outlines: [ConversationOutline], names: Names, points: [Draft.Point]
  ) {
    self.points = points
    shared = outlines.filter { outline in outline.members.contains { people.contains($0.user) } }
    let sentences = people.map { Self.sentence($0, asker, outlines, names) }
    let nothing = points.isEmpty ? ["I found nothing more: no open task and no decision."] : []
    introduction = (sentences + nothing).joined(separator: " ")
  }

  func draft(question: String) -> Draft {
    var draft = Draft(
      title: question, points: points, confidence: 0.9,
      reason: points.isEmpty
        ? "Told from who is in your conversations."
        : "Told from who is in your conversations, and from the action items and decisions there.")
    draft.fallbackText = introduction
    return draft
  }

  private static func sentence(
    _ user: UserID, _ asker: UserID, _ outlines: [ConversationOutline], _ names: Names
  ) -> String {
    let shared = outlines.filter { outline in outline.members.contains { $0.user == user } }
    let groups = shared.filter { $0.conversation.kind == .group }.map { $0.title(for: asker, names) }
    var places = groups.prefix(maximumTitles).map { Excerpt.of(Names.plain($0), maximumLength: maximumTitle) }
    if groups.count > maximumTitles { places.append("\(groups.count - maximumTitles) more") }
    if user != asker, groups.count < shared.count { places.append("a direct conversation") }
    let last = places.last ?? "none of your conversations"
    let list = places.count < 2 ? last : "\(places.dropLast().joined(separator: ", ")) and \(last)"
    return user == asker ? "\(names[user]) is you, in \(list)." : "\(names[user]) is with you in \(list)."
  }
}
