import AIProviders
import Domain
import ServerCore

/// Finds the conversation that somebody means by a name: a group's, or the other person's of a
/// direct one.
package struct ConversationMatcher: Sendable {
  let outlines: [ConversationOutline]
  let asker: UserID

  package init(outlines: [ConversationOutline], asker: UserID) {
    self.outlines = outlines
    self.asker = asker
  }

  /// What the asker calls it.
  func title(of outline: ConversationOutline) -> String {
    if let name = outline.conversation.name, !name.isEmpty { return name }
    let others = outline.members.filter { $0.user != asker }.map(\.name)
    return others.isEmpty ? "Conversation" : others.joined(separator: ", ")
  }

  /// The best match, exact before beginning before inside; direct ones first for a person's name.
  /// `nil` when nothing matches.
  func find(_ name: String) -> ConversationOutline? {
    let wanted = Self.folded(name)
    let start = Self.everyone.first { wanted.hasPrefix($0) } ?? ""
    return best(wanted) ?? (start.isEmpty ? nil : best(String(wanted.dropFirst(start.count))))
  }

  /// How people call those of a group.
  private static let everyone = ["everyone in ", "everybody in ", "all in ", "the team in "]

  private func best(_ wanted: String) -> ConversationOutline? {
    guard !wanted.isEmpty else { return nil }
    let ranked = outlines.compactMap { outline -> (rank: Int, outline: ConversationOutline)? in
      let title = Self.folded(title(of: outline))
      let words = title.split(separator: " ").map(String.init)
      let direct = outline.conversation.kind == .direct ? 0 : 1
      if title == wanted { return (direct, outline) }
      if words.contains(wanted) { return (2 + direct, outline) }
      if title.hasPrefix(wanted) { return (4 + direct, outline) }
      if title.contains(wanted) { return (6 + direct, outline) }
      return nil
    }
    return ranked.min { $0.rank < $1.rank }?.outline
  }

  /// Whoever shares a conversation with the asker and is called that, or that for short.
  func members(named name: String) -> [Member] {
    let all = Dictionary(
      outlines.flatMap(\.members).map { ($0.user, $0) }, uniquingKeysWith: { first, _ in first })
    return Self.called(name, among: all.values.sorted { $0.user < $1.user }, by: \.name)
  }

  /// Whoever has that name, else whoever has it as a part of theirs.
  static func called<Person>(
    _ name: String, among people: [Person], by nameOf: (Person) -> String
  ) -> [Person] {
    let wanted = folded(name)
    let whole = people.filter { folded(nameOf($0)) == wanted }
    guard whole.isEmpty else { return whole }
    return people.filter { folded(nameOf($0)).split(separator: " ").contains(Substring(wanted)) }
  }

  /// Throws `invalid` for nobody, and for more than one.
  func member(named name: String) throws(Refusal) -> Member {
    let found = members(named: name)
    guard let member = found.first else {
      throw Refusal(.invalid, "I find nobody called \(InvisibleText.stripped(name)).")
    }
    guard found.count == 1 else {
      let all = found.map { InvisibleText.stripped($0.name) }.joined(separator: ", ")
      throw Refusal(.invalid, "More than one person is called that: \(all). Say the whole name.")
    }
    return member
  }

  /// The longest title, or first name of a direct conversation's other person, that stands in the
  /// text as whole words.
  func mentioned(in text: String) -> ConversationOutline? {
    let padded = " \(Self.folded(text)) "
    let found = outlines.compactMap { outline -> (length: Int, outline: ConversationOutline)? in
      let title = Self.folded(title(of: outline))
      if padded.contains(" \(title) ") { return (title.count + 100, outline) }
      guard let first = title.split(separator: " ").first, first.count > 2 else { return nil }
      let isDirect = outline.conversation.kind == .direct
      guard isDirect || title.split(separator: " ").count > 1, padded.contains(" \(first) ") else { return nil }
      return (isDirect ? first.count + 50 : first.count, outline)
    }
    return found.max { $0.length < $1.length }?.outline
  }

  /// Lower case letters and digits, everything else one space.
  static func folded(_ text: String) -> String {
    let plain = text.lowercased().map { $0.isLetter || $0.isNumber ? $0 : " " }
    return String(plain).split(separator: " ").joined(separator: " ")
  }
}
