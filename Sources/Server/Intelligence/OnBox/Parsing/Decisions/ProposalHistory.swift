/// What the turns before a decision proposed, and who agreed.
struct ProposalHistory {
  struct Proposal {
    /// The index of the turn.
    let turn: Int
    /// The proposing sentence as it stands.
    let text: String
    /// The proposal as a sentence that stands alone.
    let summary: String
    let options: [String]
    /// The words it is about, lower case.
    let terms: Set<String>

    /// The option at `index` from 0; -1 is the last.
    func option(_ index: Int) -> String? {
      let position = index < 0 ? options.count - 1 : index
      return options.indices.contains(position) ? options[position] : nil
    }
  }

  /// How many turns back a proposal is still on the table.
  static let reach = 8

  private let proposals: [Proposal]
  private let assenting: [Int]
  private let words: DecisionWords
  private let tokenizer: Tokenizer

  init(_ turns: [Turn], words: DecisionWords, tokenizer: Tokenizer) {
    self.words = words
    self.tokenizer = tokenizer
    var proposals: [Proposal] = []
    var assenting: [Int] = []
    for index in turns.indices.suffix(Self.reach) {
      let bytes = Array(turns[index].text.utf8)
      let reader = PhraseReader(tokens: tokenizer.tokens(of: bytes), bytes: bytes)
      let found = ProposalReader(words: words, reader: reader, turn: index).proposals()
      proposals += found
      if found.isEmpty, Self.assents(reader, words) { assenting.append(index) }
    }
    self.proposals = proposals
    self.assenting = assenting
  }

  var latest: Proposal? { proposals.last }
  var latestWithOptions: Proposal? { proposals.last { $0.options.count > 1 } }

  /// The proposals that share a telling word with `summary`, oldest first.
  func proposals(about summary: String) -> [Proposal] {
    let terms = Set(KeyTerms(words: words, tokenizer: tokenizer).terms(of: [summary], limit: 12))
    return proposals.filter { !$0.terms.isDisjoint(with: terms) }
  }

  /// The turns of the proposals and those after the first that agree, ascending.
  func supporting(_ proposals: [Proposal]) -> [Int] {
    guard let first = proposals.map(\.turn).min() else { return [] }
    return Set(proposals.map(\.turn) + assenting.filter { $0 > first }).sorted()
  }

  private static func assents(_ reader: PhraseReader, _ words: DecisionWords) -> Bool {
    let count = reader.tokens.count
    return (0..<min(count, 4)).contains { index in
      reader.match(anyOf: words.agreements, at: index, before: count) != nil
        || reader.match(anyOf: words.assents, at: index, before: count) != nil
    }
  }
}
