/// Writes chosen lines as sentences of prose.
struct SentenceWriter {
  let retelling: Retelling

  struct Pick {
    let line: Int
    let words: [SummaryWord]
    var length: Int { words.count(where: \.isWord) }
  }

  func pick(_ line: Int, clause: Int) -> Pick {
    Pick(line: line, words: Clipper.clip(retelling.lines[line].report.predicate, to: clause))
  }

  /// One line alone.
  func plain(_ pick: Pick) -> SummarySentence {
    let report = retelling.lines[pick.line].report
    let words = retelling.cast.name(report.speaker) + pick.words
    return SummarySentence(
      text: SummaryText.sentence(SummaryText.print(words)), sources: [report.turn], speaker: report.speaker)
  }

  /// The lines in order; two of one speaker in a row share a sentence: "Bo needs a charger and asks
  /// Maya to bring one."
  func sentences(_ picks: [Pick]) -> [SummarySentence] {
    var result: [SummarySentence] = []
    var index = 0
    while index < picks.count {
      let first = retelling.lines[picks[index].line].report
      var last = first
      var words = retelling.cast.name(first.speaker) + picks[index].words
      var sources = [first.turn]
      if index + 1 < picks.count, joins(picks[index], picks[index + 1]) {
        index += 1
        last = retelling.lines[picks[index].line].report
        words += [SummaryWord("and")] + picks[index].words
        sources.append(last.turn)
      }
      var speaker: String? = first.speaker
      if let answer = AnswerFinder(retelling: retelling).answer(to: last) {
        words += [SummaryWord(answer.agrees ? "and" : "but")] + retelling.cast.name(answer.speaker)
        words.append(SummaryWord(answer.agrees ? "agrees" : "refuses"))
        sources.append(answer.turn)
        speaker = nil
      }
      result.append(
        SummarySentence(
          text: SummaryText.sentence(SummaryText.print(words)), sources: Array(Set(sources)).sorted(),
          speaker: speaker))
      index += 1
    }
    return result
  }

  private func joins(_ first: Pick, _ second: Pick) -> Bool {
    let (left, right) = (retelling.lines[first.line].report, retelling.lines[second.line].report)
    // What the first one asked was answered: that must not be lost between the two.
    return left.speaker == right.speaker && AnswerFinder(retelling: retelling).answer(to: left) == nil
      && first.length + second.length < 26
      && !first.words.contains { $0.lower == "and" && first.length > 12 } && first.words.last?.isQuotation == false
  }
}
