/// Finds who takes what when people share work out in the fewest words: "you the plan, me the
/// letter", "Bo drawings, me prices?".
///
/// What they share out must have been named just before: else the words may mean anything.
struct SharingScanner {
  /// Words that one of them takes.
  private static let mostWords = 3
  /// Turns back in which the things were named.
  private static let reach = 4

  let reader: PhraseReader
  let scene: ActionScene
  let sentence: Range<Int>
  let context: TaskContext

  private var tokens: [Token] { reader.tokens }

  private struct Share {
    let owner: OwnerGuess
    let words: Range<Int>
  }

  func actions() -> [ParsedAction] {
    let shares = self.shares
    guard shares.count > 1 else { return [] }
    let tasks = shares.compactMap { share -> ParsedAction? in
      let words = share.words.filter { tokens[$0].kind == .word }.map { tokens[$0].text }
      guard let found = context.fullName(of: words, reach: Self.reach) else { return nil }
      let name = found.name.split(separator: " ").first.map(String.init) ?? ""
      let isDetermined = ReferenceWords.determiners.contains(name.lowercased())
      return ParsedAction(
        task: "Do \(isDetermined ? "" : "the ")\(found.name)", owner: share.owner, due: nil,
        sentence: reader.text(sentence), sources: [found.turn], form: .accepted, frame: "")
    }
    // What is only half understood is left alone.
    return tasks.count == shares.count ? tasks : []
  }

  /// The sentence in parts that each begin with a person; none when one does not.
  private var shares: [Share] {
    var parts: [Range<Int>] = []
    var start = sentence.lowerBound
    for index in sentence where isBorder(index) {
      if start < index { parts.append(start..<index) }
      start = index + 1
    }
    if start < sentence.upperBound { parts.append(start..<sentence.upperBound) }
    while let first = parts.first, first.allSatisfy({ ActionWords.openings.contains(tokens[$0].text) }) {
      parts.removeFirst()
    }
    let shares = parts.compactMap(share)
    return shares.count == parts.count ? shares : []
  }

  private func isBorder(_ index: Int) -> Bool {
    tokens[index].kind == .sign && [",", ";", "?", ".", "!", "&"].contains(tokens[index].text)
      || tokens[index].text == "and" && index + 1 < sentence.upperBound && person(at: index + 1) != nil
  }

  private func share(_ part: Range<Int>) -> Share? {
    guard let first = part.first(where: { !ActionWords.openings.contains(tokens[$0].text) }),
      let person = person(at: first), person.next < part.upperBound
    else { return nil }
    let words = person.next..<part.upperBound
    let isTimed = scene.mentions.contains { reader.place(of: $0.range).map(words.overlaps) ?? false }
    guard words.count <= Self.mostWords, !isTimed,
      words.allSatisfy({ index in
        tokens[index].kind == .word && !ReferenceWords.finite.contains(tokens[index].text)
          && !ReferenceWords.prepositions.contains(tokens[index].text)
          && !ReferenceWords.pronouns.contains(tokens[index].text)
      })
    else { return nil }
    return Share(owner: person.owner, words: words)
  }

  private func person(at index: Int) -> (owner: OwnerGuess, next: Int)? {
    switch tokens[index].text {
    case "me": return (scene.speakerIsOwner(saying: "me"), index + 1)
    case "you", "u":
      return (scene.onlyOther ?? scene.answered).map {
        (.member($0, reason: "addressed as “\(reader.text(index))”"), index + 1)
      }
    default:
      return scene.names.match(tokens, at: index, before: sentence.upperBound).map {
        (.member($0.member, reason: "named in “\(reader.text(sentence))”"), $0.next)
      }
    }
  }
}
