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
      // Bots and guests are called "How to join" or "You".
      let isName = words.first.map { !StopWords.common.contains($0) || words.count == 1 } ?? true
      return Member(words: isName ? words : [words.joined(separator: " ")], joined: words.joined())
    }
  }

  /// The member whose name is exactly this, ignoring case.
  func index(of name: String) -> Int? {
    let words = PlainWords.of(name)
    return members.firstIndex { $0.words == words } ?? index(called: words.first ?? "")
  }

  /// The only member with this first name or handle, or the first whose whole name it is.
  func index(called word: String) -> Int? {
    guard word.count > 1 else { return nil }
    let matches = members.indices.filter { members[$0].words.first == word || members[$0].joined == word }
    return matches.count == 1 ? matches.first : matches.first { members[$0].words == [word] }
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
