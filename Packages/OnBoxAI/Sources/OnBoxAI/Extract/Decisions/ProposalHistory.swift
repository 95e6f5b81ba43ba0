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

  /// Turns back in which what somebody said leads to what they say now.
  static let near = 4

  private let turns: [Turn]
  private let proposals: [Proposal]
  private let assenting: [Int]
  private let tokenizer: Tokenizer

  init(_ turns: [Turn], tokenizer: Tokenizer) {
    self.turns = turns
    self.tokenizer = tokenizer
    var proposals: [Proposal] = []
    var assenting: [Int] = []
    for index in turns.indices.suffix(Self.reach) {
      let bytes = Array(turns[index].text.utf8)
      let reader = PhraseReader(tokens: tokenizer.tokens(of: bytes), bytes: bytes)
      let found = ProposalReader(reader: reader, turn: index, speaker: turns[index].speaker).proposals()
      proposals += found
      if found.isEmpty, Self.assents(reader) { assenting.append(index) }
    }
    self.proposals = proposals
    self.assenting = assenting
  }

  var latest: Proposal? { proposals.last }
  var latestWithOptions: Proposal? { proposals.last { $0.options.count > 1 } }

  /// The proposals that share a telling word with `summary`, oldest first.
  func proposals(about summary: String) -> [Proposal] {
    let terms = Set(KeyTerms(tokenizer: tokenizer).terms(of: [summary], limit: 12))
    return proposals.filter { !$0.terms.isDisjoint(with: terms) }
  }

  /// The last proposal that names all numbers of a conclusion that says no more than them: "4 it
  /// is".
  func proposal(naming content: String) -> Proposal? {
    let words = PlainWords.of(content).filter { !["go", "with", "it", "is", "then", "ok", "so"].contains($0) }
    guard !words.isEmpty, words.allSatisfy({ $0.first?.isNumber == true }) else { return nil }
    return proposals.last { Set(words).isSubset(of: PlainWords.of($0.text)) && $0.options.count < 2 }
  }

  /// The option that a short answer names ("hosted" of "a hosted one or our own"), with the thing
  /// said for "one".
  func option(named content: String, lead: String) -> (text: String, proposal: Proposal)? {
    guard content.hasPrefix(lead + " ") else { return nil }
    let answer = content.dropFirst(lead.count + 1).lowercased()
    guard let proposal = latestWithOptions,
      let option = proposal.options.first(where: {
        $0.lowercased().split(separator: " ").contains { $0 == answer } && $0.lowercased() != answer
      })
    else { return nil }
    guard option.hasSuffix(" one"), let thing = thing(before: proposal.turn) else { return (option, proposal) }
    let noun =
      ["the ", "our ", "your "].first(where: thing.hasPrefix).map { String(thing.dropFirst($0.count)) } ?? thing
    let kind = option.dropLast(4)
    let hasArticle = ["a ", "an ", "the ", "our "].contains { kind.lowercased().hasPrefix($0) }
    let article = hasArticle ? "" : kind.first.map { "aeiou".contains($0.lowercased()) } ?? false ? "an " : "a "
    return ("\(article)\(kind) \(noun)", proposal)
  }

  /// The thing that the turns before one spoke of.
  private func thing(before turn: Int) -> String? {
    for earlier in turns[..<turn].suffix(2).reversed() {
      let bytes = Array(earlier.text.utf8)
      let reader = PhraseReader(tokens: tokenizer.tokens(of: bytes), bytes: bytes)
      let antecedents = Antecedents(reader: reader, names: NameMatcher([]), verbs: [])
      for sentence in Sentences.ranges(of: reader.tokens, bytes: bytes) {
        let thing = antecedents.thing(in: sentence, isPlural: false, takesAsides: false)
        if let thing { return thing.name }
      }
    }
    return nil
  }

  /// The sentence said last, at most three turns back, that shares a telling word with `summary`.
  func statement(about summary: String) -> (text: String, turn: Int)? {
    let keys = KeyTerms(tokenizer: tokenizer)
    let terms = Set(keys.terms(of: [summary], limit: 12))
    for index in turns.indices.suffix(3).reversed() {
      let bytes = Array(turns[index].text.utf8)
      let reader = PhraseReader(tokens: tokenizer.tokens(of: bytes), bytes: bytes)
      for sentence in Sentences.ranges(of: reader.tokens, bytes: bytes).reversed() {
        let text = reader.text(sentence)
        if !terms.isDisjoint(with: keys.terms(of: [text], limit: 12)) { return (text, index) }
      }
    }
    return nil
  }

  /// Whether somebody spoke of a review after the proposal: what is approved then is the work.
  func isReviewed(after proposal: Proposal) -> Bool {
    turns[(proposal.turn + 1)...].contains { turn in
      turn.text.contains("://") || PlainWords.of(turn.text).contains(where: DecisionWords.reviewing.contains)
    }
  }

  /// How many people agreed to something.
  var assentingSpeakers: Int { Set(assenting.map { turns[$0].speaker }).count }

  /// The first turn within reach that speaks of what `content` does.
  func topic(of content: String) -> (text: String, turn: Int)? {
    let keys = KeyTerms(tokenizer: tokenizer)
    let terms = Set(keys.terms(of: [content], limit: 12))
    guard
      let turn = turns.indices.suffix(Self.reach).first(where: {
        !assenting.contains($0)
          && !terms.isDisjoint(with: keys.terms(of: [turns[$0].text], limit: 12))
      })
    else { return nil }
    return (turns[turn].text, turn)
  }

  /// The turn, and those after it that agree.
  func supporting(after turn: Int) -> [Int] { [turn] + assenting.filter { $0 > turn } }

  /// The turns of the proposals and those after the first that agree, ascending.
  func supporting(_ proposals: [Proposal]) -> [Int] {
    guard let first = proposals.map(\.turn).min() else { return [] }
    return Set(proposals.map(\.turn) + assenting.filter { $0 > first }).sorted()
  }

  private static func assents(_ reader: PhraseReader) -> Bool {
    let count = reader.tokens.count
    return (0..<min(count, 4)).contains { index in
      reader.match(anyOf: DecisionWords.agreements, at: index, before: count) != nil
        || reader.match(anyOf: DecisionWords.assents, at: index, before: count) != nil
    }
  }
}
