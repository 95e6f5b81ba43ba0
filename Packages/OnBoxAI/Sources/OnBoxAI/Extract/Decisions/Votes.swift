import Foundation

/// How people agreed in the turns before a message that may be their resolution.
struct Votes {
  struct Resolution {
    /// Else nobody had said it before: only the agreement around it speaks for it.
    let isRestated: Bool
    /// The turns that propose it and that agree, ascending.
    let supporting: [Int]
  }

  /// Turns back in which a proposal may stand: many vote before it is resolved.
  private static let reach = 24
  /// Turns back in which people agree to what comes next.
  private static let near = 8
  /// A vote has no more words.
  private static let longestVote = 6
  static let nodding: Set<Character> = ["👍", "👍🏻", "👍🏼", "👍🏽", "👍🏾", "👍🏿", "✅", "👌", "💯", "🆗"]
  /// Words that a resolution has at least, and at most.
  private static let size = 4...80

  let previous: [Turn]
  let tokenizer: Tokenizer

  /// What the text resolves without the words that announce it.
  static func content(of text: String) -> String {
    guard let colon = text.firstIndex(of: ":") else { return text }
    let lead = PlainWords.of(String(text[..<colon]))
    guard lead.count == 1, lead.allSatisfy(DecisionWords.votes.contains) else { return text }
    return text[text.index(after: colon)...].trimmingCharacters(in: .whitespaces)
  }

  func resolution(of text: String) -> Resolution? {
    let content = Self.content(of: text)
    let words = PlainWords.of(content)
    guard Self.size.contains(words.count), !content.hasSuffix("?"), words.first?.hasPrefix("i'") == false,
      words.first != "i"
    else { return nil }
    // Who says at once the same of the next thing resolves nothing.
    if let proposal = previous.indices.suffix(Self.reach).dropLast().last(where: { isSame(words, previous[$0].text) }) {
      let after = previous.index(after: proposal)..<previous.endIndex
      guard !after.contains(where: objects) else { return nil }
      return Resolution(isRestated: true, supporting: [proposal] + after.filter(agrees))
    }
    let recent = previous.indices.suffix(Self.near)
    let agreeing = recent.filter(agrees)
    guard Set(agreeing.map { previous[$0].speaker }).count > 1, !recent.contains(where: objects),
      isBare(content, words)
    else { return nil }
    return Resolution(isRestated: false, supporting: agreeing)
  }

  /// The turns right after a plan that agree to it, of two others at least, or of the one other
  /// whom a conversation of two has. None when somebody is against it, asks, or speaks of something
  /// else before that.
  static func endorsing(_ following: [Turn], planner: String, members: Int) -> [Int] {
    guard !following.prefix(near).contains(where: { objects($0.text) }) else { return [] }
    let agreeing = following.indices.prefix(near).prefix { endorses(following[$0].text) }
    let others = agreeing.filter { following[$0].speaker != planner }
    let agreed = Set(others.map { following[$0].speaker }).count
    return agreed >= TextEngine.agreementsNeeded(among: members) ? Array(others) : []
  }

  /// Whether somebody who says this right after a plan agrees to it.
  static func endorses(_ text: String) -> Bool {
    !text.contains("?") && (agrees(text) || nods(text) || DecisionWords.replies.contains(PlainWords.of(text)))
  }

  static func nods(_ text: String) -> Bool { text.first.map(nodding.contains) ?? false }

  /// All words but one in ten are the same.
  private func isSame(_ words: [String], _ other: String) -> Bool {
    let (own, others) = (Set(words), Set(PlainWords.of(Self.content(of: other))))
    return others.count >= Self.size.lowerBound
      && 10 * own.intersection(others).count >= 9 * max(own.count, others.count)
  }

  /// "Split the repository into two": one sentence that speaks of no one. One that does not begin
  /// with a verb comes right after a vote.
  private func isBare(_ text: String, _ words: [String]) -> Bool {
    guard let first = words.first, !words.contains(where: TaskWords.persons.contains), !isRemark(text, words),
      !TaskWords.starts(words, with: TaskWords.conduct)
    else { return false }
    let isVoted = previous.indices.last.map(agrees) ?? false
    guard ActionWords.verbs.contains(first) || isVoted && words.contains(where: DecisionWords.settling.contains) else {
      return false
    }
    let bytes = Array(text.utf8)
    return Sentences.ranges(of: tokenizer.tokens(of: bytes), bytes: bytes).count == 1
  }

  /// "Draft of the plan: https://… please look", "read it, one typo": somebody shows or tells
  /// something.
  private func isRemark(_ text: String, _ words: [String]) -> Bool {
    let second = words.dropFirst().first ?? ""
    return text.contains("://") || text.contains { "\"“”".contains($0) } || second == "of"
      || TaskWords.pointers.contains(second) || words.contains(where: DecisionWords.asking.contains)
  }

  private func agrees(_ turn: Int) -> Bool { Self.agrees(previous[turn].text) }

  private static func agrees(_ said: String) -> Bool {
    let words = PlainWords.of(said)
    if says(DecisionWords.consents, words) { return true }
    guard words.count <= longestVote else { return false }
    let text = said.trimmingCharacters(in: .whitespaces)
    return text.hasPrefix("+1") || text.hasPrefix("+ 1") || starts(DecisionWords.assents, words)
  }

  private func objects(_ turn: Int) -> Bool { Self.objects(previous[turn].text) }

  static func objects(_ text: String) -> Bool {
    let words = PlainWords.of(text)
    return words.count <= longestVote && text.trimmingCharacters(in: .whitespaces).hasPrefix("-1")
      || says(DecisionWords.objections, words)
  }

  private static func says(_ phrases: [[String]], _ words: [String]) -> Bool {
    words.indices.contains { index in phrases.contains { words[index...].starts(with: $0) } }
  }

  private static func starts(_ phrases: [[String]], _ words: [String]) -> Bool {
    phrases.contains { words.starts(with: $0.filter { $0 != "+" }) }
  }
}
