/// Where the clauses of a turn begin and end, and which refuse: read once, so that a turn that
/// names many times costs no more than its length.
struct Clauses {
  /// Of each token: where the clause before and at it begins.
  private var starts: [Int] = []
  /// Of each place between tokens: where the next clause is parted off.
  private var ends: [Int] = []
  /// Of each place between tokens: words of refusal before it.
  private var refusals = [0]

  init(_ tokens: [Token]) {
    let parts = tokens.indices.map { Self.partsClauses($0, tokens) }
    var start = 0
    for position in tokens.indices {
      if position > 0, parts[position - 1] { start = position }
      starts.append(start)
      refusals.append(refusals[position] + (MeetingWords.refusals.contains(tokens[position].text) ? 1 : 0))
    }
    ends = [Int](repeating: tokens.count, count: tokens.count + 1)
    for position in tokens.indices.reversed() {
      ends[position] = parts[position] ? position : ends[position + 1]
    }
  }

  /// The tokens of the clause that `place` stands in; of all of them when it spans several.
  func around(_ place: Range<Int>) -> Range<Int> {
    starts[place.lowerBound]..<ends[place.upperBound]
  }

  /// How many words of refusal stand there.
  func refusals(in place: Range<Int>) -> Int {
    refusals[place.upperBound] - refusals[place.lowerBound]
  }

  private static func partsClauses(_ position: Int, _ tokens: [Token])
    -> Bool
  {
    let token = tokens[position]
    if token.kind == .sign {
      return [".", "!", "?", ";", ",", "-"].contains(token.text) && !joinsList(position, tokens)
    }
    return MeetingWords.turns.contains(token.text)
  }

  /// "I can't on Monday, Tuesday or Friday": the comma of a list. "Monday is bad, Tuesday works"
  /// has none.
  private static func joinsList(_ position: Int, _ tokens: [Token]) -> Bool {
    guard tokens[position].isSign(","), position + 1 < tokens.count else { return false }
    let next = tokens[(position + 1)...]
    guard next.first?.meaning.weekday != nil else { return next.first?.meaning.role == .or }
    return !next.prefix { $0.kind != .sign }.contains { MeetingWords.stating.contains($0.text) }
  }
}
