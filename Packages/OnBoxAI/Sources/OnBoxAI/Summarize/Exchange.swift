/// Lines that are quoted together or not at all: what is open with what it points at, a question
/// with its answer.
struct Exchange: Sendable {
  /// Ascending.
  let lines: [Int]
  let seed: Int

  private static let mostLines = 5
  /// How long a passage of one speaker grows in a long talk.
  private static let wordsOfPassage = 45

  /// `nil` when it cannot be understood without more than may be quoted.
  init?(around seed: Int, in talk: SpokenConversation, words: Int) {
    var chosen: Set<Int> = [seed]
    var first = seed
    while let needed = talk.needed(by: first) {
      guard chosen.insert(needed).inserted, chosen.count <= 3 else { return nil }
      first = needed
    }
    // Nothing before it says what it points at.
    guard !talk.lines[first].isOpen || talk.isOpening(first), talk.lines[first].kind != .reply else { return nil }
    for line in chosen.sorted() where talk.lines[line].wantsReply {
      var replies = talk.replies(to: line)
      if replies.isEmpty, talk.isLong, let yes = talk.acceptance(of: line) { replies = [yes] }
      chosen.formUnion(replies)
      // A question back, and its answer.
      guard let back = replies.last, talk.lines[back].kind == .question else { continue }
      let both = chosen.union(talk.replies(to: back))
      if both.count <= Self.mostLines { chosen = both }
    }
    if talk.isLong {
      var last = seed
      while let next = talk.continuation(of: last), chosen.count < 4,
        chosen.reduce(talk.lines[next].count, { $0 + talk.lines[$1].count }) <= Self.wordsOfPassage
      {
        chosen.insert(next)
        last = next
      }
    }
    // "A barber shop?" with nothing said to it.
    let line = talk.lines[seed]
    guard chosen != [seed] || !line.sentence.asks || !line.isFragment && line.count > 4 else { return nil }
    // "I promise."
    guard chosen != [seed] || line.count > 2 || line.hasFigure || line.isDecision else { return nil }
    guard chosen.count <= Self.mostLines, !chosen.contains(where: { talk.isBroken($0) }) else { return nil }
    lines = chosen.sorted()
    self.seed = seed
    guard count(in: talk) <= words else { return nil }
  }

  func count(in talk: SpokenConversation) -> Int { lines.reduce(0) { $0 + talk.lines[$1].count } }
}
