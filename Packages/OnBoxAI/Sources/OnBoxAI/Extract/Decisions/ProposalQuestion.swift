/// A question that proposes something, so that those who say yes to it settle it: "Could we do 10
/// instead of half 9?", "Cut it to 30s?". One that asks for a fact or a favour proposes nothing.
struct ProposalQuestion {
  /// Words that such a question has at least, and at most.
  private static let size = 2...24
  /// Words that lead to it: "Bo dear." has fewer.
  private static let leastBefore = 5
  /// Words of an option, and of a question that only calls people.
  private static let (longestOption, longestCall) = (4, 3)

  /// The proposal as a sentence: "Do 10 instead of half 9".
  let summary: String
  /// The question as it stands.
  let sentence: String
  /// What its message says before it; `nil` when it begins with it.
  let before: String?
  /// What it leaves to choose from: "3 tries" and "5". Empty when there is no choice.
  let options: [String]
  /// Whether it says that it proposes ("shall we …"). To one that does not, a bare yes may only
  /// confirm a fact.
  let isMarked: Bool
  /// Whether it names a number or a day: what people settle in few words.
  let isMeasured: Bool
  /// Its words, in lower case; of one with a number in it ("30s") the number too.
  let words: Set<String>

  init?(_ text: String, speaker: String, tokenizer: Tokenizer) {
    guard TextEngine.mayPropose(text) else { return nil }
    let bytes = Array(text.utf8)
    let reader = PhraseReader(tokens: tokenizer.tokens(of: bytes), bytes: bytes)
    let sentences = Sentences.ranges(of: reader.tokens, bytes: bytes)
    guard let range = Self.asking(sentences, reader), !(range.first.map { reader.tokens[$0].isSign(">") } ?? true)
    else { return nil }
    sentence = reader.text(range)
    let proposal = ProposalReader(reader: reader, turn: 0, speaker: speaker).proposals().last { $0.turn == 0 }
      .flatMap { [sentence] in $0.text == sentence ? $0 : nil }
    options = Self.options(in: range, reader, speaker)
    let said = PlainWords.of(sentence)
    words = Set(said.flatMap { [$0, Self.number($0)] })
    guard Self.size.contains(said.count), !text.contains("://") else { return nil }
    let opened = said.drop { DecisionWords.openings.contains($0) }
    let isConsent = said.first == "so" && ["we", "i"].contains(opened.first)
    let lead = DecisionWords.proposing.first { opened.starts(with: $0) }
    isMarked = isConsent || lead != nil
    // "Bo, how is it going?" asks as well.
    guard
      isMarked
        || DecisionWords.inquiring.isDisjoint(with: opened.prefix(1) + opened.dropFirst().prefix(2).filter(Self.asks))
    else { return nil }
    // Who is asked for something else than consent is asked for a fact or a favour.
    let favour = lead == nil ? DecisionWords.favours : DecisionWords.favours.subtracting(["you"])
    guard favour.isDisjoint(with: said) || sentence.lowercased().hasSuffix("for you?") else { return nil }
    guard !options.isEmpty || text.contains("?") || isMarked else { return nil }
    isMeasured = range.contains { Self.isMeasured(reader.tokens[$0]) }
    summary = Self.summary(reader, range, after: lead?.count ?? (isConsent ? 1 : 0), proposal, isMarked: lead != nil)
    let earlier = range.lowerBound > 0 ? reader.text(0..<range.lowerBound) : ""
    before = PlainWords.of(earlier).count >= Self.leastBefore ? earlier : nil
  }

  /// The options that an answer names with its first words; `nil` for none and for several.
  func option(namedBy answer: [String]) -> String? {
    guard answer.first.map({ !DecisionWords.inquiring.contains($0) }) ?? false else { return nil }
    let said = Set(answer.map(Self.plain))
    let named = options.filter { option in
      let others = Set(options.filter { $0 != option }.flatMap(PlainWords.of).map(Self.plain))
      return !said.isDisjoint(with: Set(PlainWords.of(option).map(Self.plain)).subtracting(others))
    }
    return named.count == 1 ? named[0] : nil
  }

  /// "10" of "10h", "trio" of "trio's".
  private static func plain(_ word: String) -> String {
    number(word.hasSuffix("'s") ? String(word.dropLast(2)) : word)
  }

  /// The one sentence that asks. "The hall offers 10 or 14h. Bo, Kenji?" leaves a choice before it
  /// calls people.
  private static func asking(_ sentences: [Range<Int>], _ reader: PhraseReader) -> Range<Int>? {
    let signed = sentences.filter { range in range.contains { reader.tokens[$0].isSign("?") } }
    let choices = sentences.filter { range in range.contains { reader.tokens[$0].text == "or" } }
    if choices.count == 1,
      signed.allSatisfy({ $0 == choices[0] || PlainWords.of(reader.text($0)).count <= longestCall })
    {
      return choices[0]
    }
    let asking = signed.isEmpty ? sentences.filter { asksByWords(reader.text($0)) } : signed
    return asking.count == 1 ? asking[0] : nil
  }

  /// "Or not?", "or so?" leave no choice; "300 or 500 posters" is between 300 posters and 500.
  private static func options(in range: Range<Int>, _ reader: PhraseReader, _ speaker: String) -> [String] {
    guard let first = range.first, !["if", "whether", "either", "sooner"].contains(reader.tokens[first].text) else {
      return []
    }
    let options = ProposalReader(reader: reader, turn: 0, speaker: speaker).options(in: range)
      .map { option in
        let words = option.split(separator: " ").map(String.init)
        let last = words.last.map { $0.first?.isNumber == true } ?? false
        return last ? words.last ?? option : words.first == "of" ? words.dropFirst().joined(separator: " ") : option
      }
    let isPlain = options.allSatisfy {
      PlainWords.of($0).count <= longestOption && DecisionWords.vague.isDisjoint(with: PlainWords.of($0))
    }
    return isPlain ? options : []
  }

  /// "Can we make it 11 on Tuesday": many leave the sign out.
  static func asksByWords(_ text: String) -> Bool {
    let words = PlainWords.of(text).drop { DecisionWords.openings.contains($0) }
    return words.starts(with: ["can", "we"]) || words.starts(with: ["could", "we"])
      || words.starts(with: ["shall", "we"])
      || words.starts(with: ["should", "we"])
  }

  private static func asks(_ word: String) -> Bool { word.hasPrefix("wh") || word == "how" }

  /// "30" of "30s".
  static func number(_ word: String) -> String {
    word.first.map(\.isNumber) ?? false ? String(word.prefix { $0.isNumber || $0 == "." }) : word
  }

  private static func isMeasured(_ token: Token) -> Bool {
    token.kind == .number || token.meaning.weekday != nil || token.meaning.month != nil
      || token.text.first.map(\.isNumber) ?? false
  }

  private static func summary(
    _ reader: PhraseReader, _ range: Range<Int>, after lead: Int, _ proposal: ProposalHistory.Proposal?, isMarked: Bool
  ) -> String {
    if isMarked, let proposal, proposal.options.count < 2 { return capitalised(proposal.summary) }
    var start = range.lowerBound
    while start < range.upperBound, isOpening(reader.tokens[start]) { start += 1 }
    if !isMarked { start = min(start + lead, range.upperBound) }
    var end = range.upperBound
    while end > start, reader.tokens[end - 1].kind == .sign, reader.tokens[end - 1].text != "%" { end -= 1 }
    while end > start + 2, ["no", "or", "then", "ok", "right", "yeah", "yes"].contains(reader.tokens[end - 1].text) {
      end -= 1
      while end > start, reader.tokens[end - 1].isSign(",") { end -= 1 }
    }
    return capitalised(reader.text(start..<max(start, end)))
  }

  private static func isOpening(_ token: Token) -> Bool {
    token.kind == .sign || DecisionWords.openings.contains(token.text)
  }

  private static func capitalised(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }
}
