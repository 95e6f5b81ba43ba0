import Foundation

extension Votes {
  /// What those after a question that proposes make of it.
  struct Acceptance {
    /// Indices of the turns that accept, ascending.
    let turns: [Int]
    /// The option they chose, when there was a choice.
    let option: String?
  }

  private enum Reply {
    /// "Works for me", "10 is good": it can only be meant for a proposal.
    case accepted
    /// "Yes".
    case confirmed
    case refused
    case unrelated
  }

  /// Turns after a question that may accept it.
  private static let answering = 12
  /// Words of an acceptance, up to its first comma or stop.
  static let longestAcceptance = 6
  /// Turns that speak of something else before one that accepts: where many write, threads cross.
  private static let longestDetour = 3

  /// `nil` unless two others accept it, all whom it names, one whose yes the asker takes up ("ok,
  /// telling them"), or the one other whom a conversation of two has, and nobody refuses.
  static func accepting(
    _ question: ProposalQuestion, asker: String, in following: [Turn], members: [String]
  ) -> Acceptance? {
    guard question.options.count < 2 else { return choosing(question, asker: asker, in: following, members: members) }
    var turns: [Int] = []
    var isAccepted = false
    var isTakenUp = false
    var detour = 0
    for (index, turn) in following.prefix(answering).enumerated() {
      guard turn.speaker != asker else {
        if !turns.isEmpty, takesUp(turn.text) {
          isTakenUp = true
          turns.append(index)
          break
        }
        continue
      }
      let replies = clauses(turn.text).map { Self.reply($0, to: question) }
      let reply = replies.first { $0 != .unrelated } ?? .unrelated
      if reply == .refused { return nil }
      if turn.text.contains("?") { break }
      guard reply != .unrelated else {
        detour += 1
        // Of two people, the other one answers or does not.
        guard members.count > 2, detour <= longestDetour else { break }
        continue
      }
      isAccepted = isAccepted || reply == .accepted
      if !turns.contains(where: { following[$0].speaker == turn.speaker }) { turns.append(index) }
    }
    let speakers = Set(turns.map { following[$0].speaker }).subtracting([asker])
    let named = members.filter { $0 != asker && question.words.contains(firstName($0)) }
    // A bare yes to what may be a question for a fact says nothing.
    guard question.isMarked || isAccepted && (question.isMeasured || !named.isEmpty) else { return nil }
    let needed = isTakenUp ? 1 : TextEngine.agreementsNeeded(among: members.count)
    guard speakers.count >= needed || !named.isEmpty && named.allSatisfy(speakers.contains) else { return nil }
    return Acceptance(turns: turns, option: nil)
  }

  /// The same of a choice: two people name the same option, the asker among them or not, or the
  /// asker takes up what the last one named; in a conversation of two the other one names it.
  private static func choosing(
    _ question: ProposalQuestion, asker: String, in following: [Turn], members: [String]
  ) -> Acceptance? {
    var named: [(index: Int, option: String)] = []
    var detour = 0
    for (index, turn) in following.prefix(answering).enumerated() {
      let isOthers = turn.speaker != asker
      if let option = chosen(turn.text, of: question) {
        if isOthers || !named.isEmpty { named.append((index, option)) }
      } else if let last = named.last, isOthers || following[last.index].speaker != asker,
        endorses(turn.text) || !isOthers && takesUp(turn.text)
      {
        named.append((index, last.option))
        if !isOthers { break }
      } else if isOthers {
        detour += 1
        if detour > longestDetour { break }
      }
    }
    guard let option = named.last?.option else { return nil }
    let turns = named.filter { $0.option == option }.map(\.index)
    let speakers = Set(turns.map { following[$0].speaker })
    let others = speakers.subtracting([asker])
    guard !others.isEmpty, members.count == 2 || speakers.count > 1 else { return nil }
    return Acceptance(turns: turns, option: option)
  }

  /// The option that one of the short clauses names: "14 would be better for me", "hm right. 8
  /// then".
  private static func chosen(_ text: String, of question: ProposalQuestion) -> String? {
    guard !text.contains("?") else { return nil }
    let words = clauses(text).map { PlainWords.of($0) }.filter { $0.count <= longestAcceptance }
    let denied = words.filter { !DecisionWords.refusing.isDisjoint(with: $0) }
    return denied.isEmpty ? words.lazy.compactMap { question.option(namedBy: $0) }.first : nil
  }

  private static func reply(_ text: String, to question: ProposalQuestion) -> Reply {
    let words = PlainWords.of(text)
    if objects(text) || words.first.map(DecisionWords.refusing.contains) ?? false { return .refused }
    if !DecisionWords.refusing.isDisjoint(with: words) { return .unrelated }
    guard words.count <= longestAcceptance else { return .unrelated }
    let numbers = words.filter { $0.contains(where: \.isNumber) }.map(ProposalQuestion.number)
    let isRestated = numbers.allSatisfy(question.words.contains)
    let rest = words.filter { word in
      !question.words.contains(ProposalQuestion.number(word)) && !DecisionWords.accepting.contains(word)
    }
    guard isRestated, rest.isEmpty || endorses(text) else { return .unrelated }
    if nods(text) || text.hasPrefix("+1") || !numbers.isEmpty { return .accepted }
    if !DecisionWords.praising.isDisjoint(with: words) { return .accepted }
    // "Bin it", said to "so I bin the second button?".
    if words.count > 1, words.contains(where: { question.words.contains($0) && !StopWords.common.contains($0) }) {
      return .accepted
    }
    return endorses(text) ? .confirmed : .unrelated
  }

  /// "Ok telling her", "👍 will send the link": who asked goes on with the answer.
  static func takesUp(_ text: String) -> Bool {
    let words = PlainWords.of(text)
    return !text.contains("?") && (nods(text) || words.first.map(DecisionWords.takings.contains) ?? false)
      && DecisionWords.refusing.isDisjoint(with: words) && !words.contains("but")
  }

  /// What is said up to a comma, stop or picture, each: "i typed 30 in four places 😅 sure 45".
  private static func clauses(_ text: String) -> [String] {
    let parts = text.split { ",;!(".contains($0) || !$0.isASCII && !$0.isLetter && !nodding.contains($0) }
    return parts.flatMap { String($0).split(separator: ". ") }.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// The words up to the first comma or stop: "45 is fine" of "45 is fine, the audit says 60".
  static func opening(_ text: String) -> [String] {
    PlainWords.of(String(text.prefix { !",;!(".contains($0) }.split(separator: ". ").first ?? ""))
  }

  private static func firstName(_ name: String) -> String { PlainWords.of(name).first ?? name }
}
