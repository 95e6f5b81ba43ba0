/// Writes a paragraph about a short conversation: what was asked, said and agreed, in order.
struct ChatComposer {
  let retelling: Retelling
  let question: String?

  private struct Pick {
    let line: Int
    let words: [SummaryWord]
    var length: Int { words.count { $0.isWord } }
  }

  func compose(words budget: Int) -> [SummarySentence] {
    var picks: [Pick] = []
    var used = 0
    for index in ranked() {
      let pick = Pick(line: index, words: Clipper.clip(retelling.lines[index].report.predicate, to: 14))
      let cost = pick.length + retelling.cast.name(retelling.lines[index].report.speaker).count
      if used + cost > budget || isRepeat(index, of: picks) { continue }
      picks.append(pick)
      used += cost
      if picks.count >= max(2, budget / 10) { break }
    }
    picks.sort { $0.line < $1.line }
    return sentences(picks)
  }

  func keyPoints(limit: Int) -> [SummarySentence] {
    ranked().prefix(limit).sorted().map { sentence($0) }
  }

  func contributions() -> [SummarySentence] {
    let ranked = ranked()
    return retelling.cast.labels.compactMap { label in
      ranked.first { retelling.lines[$0].report.speaker == label }.map { sentence($0) }
    }
  }

  private func ranked() -> [Int] {
    retelling.lines.indices.sorted { left, right in
      let (first, second) = (retelling.lines[left].weight, retelling.lines[right].weight)
      return first == second ? left < right : first > second
    }
  }

  private func isRepeat(_ index: Int, of picks: [Pick]) -> Bool {
    let terms = Set(retelling.lines[index].terms)
    guard !terms.isEmpty else { return !picks.isEmpty }
    return picks.contains { pick in
      let others = Set(retelling.lines[pick.line].terms)
      return Double(terms.intersection(others).count) / Double(min(terms.count, max(1, others.count))) > 0.6
    }
  }

  private func sentence(_ index: Int) -> SummarySentence {
    let report = retelling.lines[index].report
    let words = retelling.cast.name(report.speaker) + Clipper.clip(report.predicate, to: 30)
    return SummarySentence(
      text: SummaryText.sentence(SummaryText.print(words)), sources: [report.turn], speaker: report.speaker)
  }

  /// One sentence a speaker's run: "Bo needs a charger and asks Maya to bring one."
  private func sentences(_ picks: [Pick]) -> [SummarySentence] {
    var result: [SummarySentence] = []
    var index = 0
    while index < picks.count {
      let report = retelling.lines[picks[index].line].report
      var words = retelling.cast.name(report.speaker) + picks[index].words
      var sources = [report.turn]
      if index + 1 < picks.count, retelling.lines[picks[index + 1].line].report.speaker == report.speaker,
        picks[index].length + picks[index + 1].length < 26
      {
        words += [SummaryWord("and")] + picks[index + 1].words
        sources.append(retelling.lines[picks[index + 1].line].report.turn)
        index += 1
      }
      result.append(
        SummarySentence(
          text: SummaryText.sentence(SummaryText.print(words)), sources: Array(Set(sources)).sorted(),
          speaker: report.speaker))
      index += 1
    }
    return result
  }
}
