/// Writes a paragraph about a long conversation: what it was about, and part by part what was
/// discussed and said.
struct MeetingComposer {
  let retelling: Retelling
  let focus: Focus
  /// "meeting" or "conversation".
  let noun: String

  private static let starts = ["First", "Then", "After that", "Next", "Later"]
  private let writer: SentenceWriter
  private let phrases: KeyPhrases

  init(retelling: Retelling, focus: Focus, noun: String) {
    self.retelling = retelling
    self.focus = focus
    self.noun = noun
    writer = SentenceWriter(retelling: retelling)
    phrases = KeyPhrases(retelling.turns)
  }

  /// A conversation too long to be retold message by message in `words` words.
  static func suits(_ retelling: Retelling, words: Int) -> Bool {
    words >= 60 && retelling.lines.count > 60
  }

  func compose(words budget: Int) -> [SummarySentence] {
    var sentences: [SummarySentence] = []
    var said: Set<String> = []
    if let lead = lead(&said) { sentences.append(lead) }
    let parts = parts(budget > 180 ? 5 : budget > 100 ? 4 : 3)
    for (number, part) in parts.enumerated() {
      let left = budget - ChatComposer.words(sentences)
      let share = left / (parts.count - number)
      let isLast = number == parts.count - 1
      let start = isLast ? "Finally" : Self.starts[min(number, Self.starts.count - 1)]
      sentences += tell(part, start: start, words: share, &said)
    }
    return sentences
  }

  // MARK: - What it was about

  private func lead(_ said: inout Set<String>) -> SummarySentence? {
    let top = phrases.top(3, in: retelling.turns.indices, without: [], focus: focus)
    guard !top.isEmpty else { return nil }
    for phrase in top { said.formUnion(phrase.stems) }
    let list = Self.list(top.map(\.text))
    return SummarySentence(
      text: SummaryText.sentence("The \(noun) was mainly about \(list)"), sources: Self.sources(top), speaker: nil)
  }

  static func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }

  /// A few turns for each phrase: enough to see that it was talked about.
  private static func sources(_ phrases: [KeyPhrases.Phrase]) -> [Int] {
    Array(Set(phrases.flatMap { $0.turns.prefix(3) })).sorted()
  }

  // MARK: - Parts

  /// Cuts the turns into `count` parts of about as many words.
  private func parts(_ count: Int) -> [Range<Int>] {
    let lengths = retelling.turns.map { $0.text.utf8.count }
    let total = max(1, lengths.reduce(0, +))
    var parts: [Range<Int>] = []
    var start = 0
    var sum = 0
    for (index, length) in lengths.enumerated() {
      sum += length
      if sum * count >= total * (parts.count + 1), index + 1 > start {
        parts.append(start..<index + 1)
        start = index + 1
      }
    }
    if start < lengths.count { parts.append(start..<lengths.count) }
    return parts
  }

  private func tell(_ part: Range<Int>, start: String, words budget: Int, _ said: inout Set<String>)
    -> [SummarySentence]
  {
    var sentences: [SummarySentence] = []
    let top = phrases.top(3, in: part, without: said, focus: focus)
    if !top.isEmpty {
      sentences.append(
        SummarySentence(
          text: SummaryText.sentence("\(start), the group discussed \(Self.list(top.map(\.text)))"),
          sources: Self.sources(top), speaker: nil))
      for phrase in top { said.formUnion(phrase.stems) }
    }
    if let said = statement(in: part, words: budget - ChatComposer.words(sentences) - (top.isEmpty ? 2 : 0)) {
      sentences.append(top.isEmpty ? opened(said, start) : said)
    }
    return sentences
  }

  /// "Finally, the Project Manager said ...".
  private func opened(_ sentence: SummarySentence, _ start: String) -> SummarySentence {
    let body = sentence.text.hasPrefix("The ") ? "the " + sentence.text.dropFirst(4) : sentence.text
    return SummarySentence(text: "\(start), \(body)", sources: sentence.sources, speaker: sentence.speaker)
  }

  /// What somebody said in `part` that weighs most.
  private func statement(in part: Range<Int>, words budget: Int) -> SummarySentence? {
    var selection = Selection(
      retelling: retelling, focus: focus,
      among: retelling.lines.indices.filter { part.contains(retelling.lines[$0].report.turn) })
    for _ in 0..<30 {
      guard let line = selection.next() else { return nil }
      let report = retelling.lines[line].report
      guard !report.isQuotation, report.kind != .fragment, report.kind != .thanks else { continue }
      let pick = writer.pick(line, clause: 18)
      guard pick.length >= 7, pick.length <= 26 else { continue }
      let sentence = writer.plain(SentenceWriter.Pick(line: line, words: PastTense.of(pick.words)))
      if ChatComposer.words([sentence]) <= budget { return sentence }
    }
    return nil
  }
}
