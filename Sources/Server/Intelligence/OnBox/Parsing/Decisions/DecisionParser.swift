import Foundation

/// Finds what a message decides, and what in the turns before led to it.
package struct DecisionParser: Sendable {
  private let words: DecisionWords
  private let verbs: Set<String>
  private let tokenizer: Tokenizer

  package init() {
    self.init(words: .english, actionWords: .english, timeWords: .english)
  }

  package init(words: DecisionWords, actionWords: ActionWords, timeWords: TimeWords) {
    self.words = words
    verbs = actionWords.verbs
    tokenizer = Tokenizer(words: timeWords)
  }

  /// The decisions of one message, in the order of the text.
  /// - Parameter previous: The turns before it, oldest first. The last eight are read.
  package func decisions(in text: String, previous: [Turn]) -> [ParsedDecision] {
    let bytes = Array(text.utf8)
    let reader = PhraseReader(tokens: tokenizer.tokens(of: bytes), bytes: bytes)
    let history = ProposalHistory(previous, words: words, tokenizer: tokenizer)
    var decisions: [ParsedDecision] = []
    for sentence in Sentences.ranges(of: reader.tokens, bytes: bytes) {
      let statement = DecisionSentence(words: words, reader: reader, range: sentence)
      guard let found = statement.found, let decision = decision(found, statement, history) else { continue }
      if !decisions.contains(where: { $0.summary == decision.summary }) { decisions.append(decision) }
    }
    return decisions
  }

  private func decision(
    _ found: DecisionSentence.Found, _ statement: DecisionSentence, _ history: ProposalHistory
  ) -> ParsedDecision? {
    let summary: String
    var proposals: [ProposalHistory.Proposal]
    switch found {
    case .content(let content):
      proposals = history.proposals(about: content)
      summary = content
    case .agreement:
      guard let last = history.latest else { return nil }
      proposals = [last]
      summary = last.summary
    case .option(let index):
      guard let last = history.latestWithOptions, let option = last.option(index) else { return nil }
      proposals = [last]
      summary = chosen(option)
    }
    let clean = TaskBuilder.shortened(summary.prefix(1).uppercased() + summary.dropFirst())
    guard clean.count > 3 else { return nil }
    let context = statement.reason ?? proposals.first.map { TaskBuilder.shortened($0.text) }
    return ParsedDecision(
      summary: clean, context: context == clean ? nil : context,
      tags: KeyTerms(words: words, tokenizer: tokenizer).terms(of: [clean, proposals.first?.text ?? ""]),
      supporting: history.supporting(proposals))
  }

  /// "Go with Postgres", but "Split out billing": an option that is something to do needs no lead.
  private func chosen(_ option: String) -> String {
    let first = option.split(separator: " ").first.map { $0.lowercased() } ?? ""
    return verbs.contains(first) ? option : "\(words.choiceLead) \(option)"
  }
}
