/// Prints chosen lines: in the order in which they were said, those that belong together as one
/// point.
struct QuoteWriter {
  let talk: SpokenConversation

  /// - `exchanges`: whose lines belong together.
  func points(_ exchanges: [Exchange]) -> [SummaryPoint] {
    groups(exchanges).map { SummaryPoint(quotes: quotes(of: $0)) }
  }

  /// Exchanges that share a line are one.
  func groups(_ exchanges: [Exchange]) -> [[Int]] {
    var groups: [Set<Int>] = []
    for exchange in exchanges {
      var lines = Set(exchange.lines)
      for group in groups where !group.isDisjoint(with: lines) { lines.formUnion(group) }
      groups.removeAll { !$0.isDisjoint(with: lines) }
      groups.append(lines)
    }
    var merged: [[Int]] = []
    for group in groups.map({ $0.sorted() }).sorted(by: { $0[0] < $1[0] }) {
      // What one says in a breath is one point.
      if let last = merged.last?.last, talk.lines[last].turn == talk.lines[group[0]].turn {
        merged[merged.count - 1] += group
      } else {
        merged.append(group)
      }
    }
    return merged.map { $0.sorted() }
  }

  func quotes(of lines: [Int]) -> [SummaryPoint.Quote] {
    var quotes: [SummaryPoint.Quote] = []
    var before: Int?
    for index in lines {
      let line = talk.lines[index]
      let follows = before.map { isNext(index, after: $0) } ?? false
      let answers = before.map { talk.lines[$0].wantsReply && talk.lines[$0].speaker != line.speaker } ?? false
      let text = SpokenText.print(follows || answers ? line.tiedWords : line.words)
      if let last = quotes.last, last.speaker == line.speaker {
        // Two messages are two sayings, even where nothing stands between them.
        let gap = follows && last.turns.contains(line.turn) ? " " : " … "
        quotes[quotes.count - 1] = SummaryPoint.Quote(
          speaker: line.speaker, text: last.text + gap + text,
          turns: last.turns.contains(line.turn) ? last.turns : last.turns + [line.turn])
      } else {
        quotes.append(SummaryPoint.Quote(speaker: line.speaker, text: text, turns: [line.turn]))
      }
      before = index
    }
    return quotes
  }

  /// Nothing that says something was left out between them.
  private func isNext(_ index: Int, after before: Int) -> Bool {
    (before + 1..<index).allSatisfy { talk.isEmpty($0) }
  }
}
