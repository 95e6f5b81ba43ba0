/// Finds members by the names that people call them: full name, first name, "@name".
struct NameMatcher: Sendable {
  private struct Member: Sendable {
    let words: [String]
    let joined: String
  }

  private let members: [Member]

  init(_ names: [String]) {
    members = names.map { name in
      let words = PlainWords.of(name)
      return Member(words: words, joined: words.joined())
    }
  }

  /// The member whose name is exactly this, ignoring case.
  func index(of name: String) -> Int? {
    let words = PlainWords.of(name)
    return members.firstIndex { $0.words == words } ?? index(called: words.first ?? "")
  }

  /// The only member with this first name or handle.
  func index(called word: String) -> Int? {
    guard word.count > 1 else { return nil }
    let matches = members.indices.filter { members[$0].words.first == word || members[$0].joined == word }
    return matches.count == 1 ? matches.first : nil
  }

  /// A member's name that stands at `index`: the member and the index after the name.
  func match(_ tokens: [Token], at index: Int, before end: Int) -> (member: Int, next: Int)? {
    guard index < end else { return nil }
    for (member, names) in members.enumerated() where names.words.count > 1 && index + names.words.count <= end {
      if names.words.indices.allSatisfy({ tokens[index + $0].text == names.words[$0] }) {
        return (member, index + names.words.count)
      }
    }
    guard tokens[index].kind == .word else { return nil }
    return self.index(called: tokens[index].text).map { ($0, index + 1) }
  }
}
