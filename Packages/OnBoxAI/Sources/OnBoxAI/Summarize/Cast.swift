/// The people of a conversation, as the summary names them.
struct Cast: Sendable {
  /// Labels in order of appearance.
  let labels: [String]
  private let printed: [String: [SummaryWord]]
  private let firstNames: [String: String]
  /// Words that somebody wrote in small letters somewhere.
  private let small: Set<String>

  init(_ turns: [Turn]) {
    var labels: [String] = []
    var printed: [String: [SummaryWord]] = [:]
    var firstNames: [String: String] = [:]
    let given = NameFinder.names(turns)
    for turn in turns where printed[turn.speaker] == nil {
      labels.append(turn.speaker)
      let name = (given[turn.speaker] ?? turn.speaker).split(separator: " ").map {
        SummaryWord(String($0), isName: true)
      }
      let isRole = name.last.map { Self.roles.contains($0.lower) } ?? false
      printed[turn.speaker] = isRole ? [SummaryWord("the")] + name : name
      if let first = name.first, first.lower.count > 1, !isRole {
        firstNames[first.lower] = firstNames[first.lower] == nil ? turn.speaker : ""
      }
    }
    self.labels = labels
    self.printed = printed
    self.firstNames = firstNames
    small = Set(
      turns.flatMap { turn in
        turn.text.split { !$0.isLetter && $0 != "'" }.filter { $0.first?.isLowercase == true }.map(String.init)
      })
  }

  /// Labels that are what somebody does rather than a name.
  private static let roles = Set(English.words("summaries.roles"))

  /// The words that name `label` in prose: "Bo", "the Project Manager".
  func name(_ label: String) -> [SummaryWord] { printed[label] ?? [SummaryWord(label, isName: true)] }

  /// Whether a capital on `word` is only that of its sentence.
  func writesSmall(_ word: SummaryWord) -> Bool { small.contains(word.lower) || word.lower.hasSuffix("ed") }

  /// The other one of two; `nil` in a group.
  func other(than label: String) -> String? {
    guard labels.count == 2 else { return nil }
    return labels[0] == label ? labels[1] : labels[0]
  }

  /// Who `word` names, such as "@bo" or "Bo"; `nil` when nobody or more than one.
  func named(_ word: SummaryWord) -> String? {
    let bare = word.lower.hasPrefix("@") ? String(word.lower.dropFirst()) : word.lower
    guard word.text.first?.isUppercase == true || word.lower.hasPrefix("@") else { return nil }
    guard let label = firstNames[bare], !label.isEmpty else { return nil }
    return label
  }
}
