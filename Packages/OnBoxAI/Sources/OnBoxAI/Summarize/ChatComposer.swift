/// Writes a paragraph about a conversation that fits one: what was asked, said and agreed, in
/// order.
struct ChatComposer {
  let retelling: Retelling
  let focus: Focus
  /// The most words that one clause takes.
  var clause = 14

  private var writer: SentenceWriter { SentenceWriter(retelling: retelling) }

  func compose(words budget: Int) -> [SummarySentence] {
    var sentences: [SummarySentence] = []
    var picks: [SentenceWriter.Pick] = []
    var selection = Selection(retelling: retelling, focus: focus)
    while picks.count < max(2, budget / 9), let line = selection.next() {
      let pick = writer.pick(line, clause: clause)
      guard pick.length <= max(budget, 1) else { continue }
      let tried = (picks + [pick]).sorted { $0.line < $1.line }
      let written = writer.sentences(tried)
      guard Self.words(written) <= budget else { continue }
      picks = tried
      sentences = written
      selection.take(line)
    }
    return sentences
  }

  func keyPoints(limit: Int) -> [SummarySentence] {
    var selection = Selection(retelling: retelling, focus: focus)
    var lines: [Int] = []
    while lines.count < limit, let line = selection.next() {
      selection.take(line)
      lines.append(line)
    }
    return lines.sorted().flatMap { writer.sentences([writer.pick($0, clause: 30)]) }
  }

  func contributions() -> [SummarySentence] {
    retelling.cast.labels.compactMap { label in
      let own = retelling.lines.indices.filter { retelling.lines[$0].report.speaker == label }
      let best = own.max { retelling.lines[$0].weight < retelling.lines[$1].weight }
      return best.map { writer.plain(writer.pick($0, clause: 30)) }
    }
  }

  static func words(_ sentences: [SummarySentence]) -> Int {
    sentences.reduce(0) { $0 + $1.text.split(whereSeparator: \.isWhitespace).count }
  }
}
