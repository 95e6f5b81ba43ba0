import Foundation
import OnBoxAI
import ServerCore

/// What kind of thing a question asks for.
enum AnswerKind: Sendable, Equatable {
  case time
  /// A number, of a measure when the question names one.
  case amount(Measure?)
  case choice
  /// Why something is so.
  case reason
  /// Who does something.
  case person
  /// What somebody has to do.
  case task
  /// Whether something is so now.
  case state
  case other

  init(_ question: String) {
    let words = QuestionWords.words(QuestionWords.first(of: question))
    let asked = words.first(where: Self.interrogatives.contains)
    let text = words.joined(separator: " ")
    let measure = Measure.asked(by: words)?.measure
    if words.contains("why") || text.contains("how come") || text.contains("what caused") {
      self = .reason
    } else if asked == "when" || text.contains("what time") || text.contains("what day")
      || text.contains("which day") || text.contains("deadline")
    {
      self = .time
    } else if text.contains("how many") || text.contains("how much") || measure != nil
      || Measure.isValue(askedBy: words)
    {
      self = .amount(measure)
    } else if !Self.choosing.isDisjoint(with: words.map(QuestionWords.stem)) || Self.isUsing(words) {
      self = .choice
    } else if Self.doing.contains(where: text.contains) {
      self = .task
    } else if words.contains("who") || words.contains("who's") {
      self = .person
    } else if words.first == "how", words.count > 1, ["do", "does", "can", "should"].contains(words[1]) {
      self = .other
    } else if let first = words.drop(while: { $0 == "how" }).first, Self.asking.contains(first) {
      self = .state
    } else {
      self = .other
    }
  }

  /// Words that ask for a choice or a task and say nothing of what it is about.
  static func isAsking(_ stem: String) -> Bool { choosing.contains(stem) || tasks.contains(stem) }

  /// "Which provider do we use?"
  private static func isUsing(_ words: [String]) -> Bool {
    guard words.first == "which" || words.first == "what", let last = words.last else { return false }
    let isDone = words.contains("did") && words.first == "which"
    return words.contains("we")
      && (["use", "using", "take", "taking"].contains(last) || isDone && bought.contains(last))
  }

  private static let bought: Set<String> = ["order", "buy", "book", "get", "hire", "rent"]
  private static let interrogatives: Set<String> = [
    "who", "who's", "what", "what's", "when", "when's", "where", "which", "whose", "why", "how",
  ]
  private static let asking: Set<String> = [
    "is", "are", "was", "were", "did", "does", "do", "has", "have", "will", "can", "may",
  ]
  private static let choosing = stems(
    """
    decide decided decides decision decisions choose chose chosen choice pick picked agree agreed agreement select \
    selected settle settled outcome option
    """)
  private static let tasks = stems(
    "task tasks todo todos action actions item items supposed assigned working responsible")
  private static let doing = [
    "have to do", "has to do", "supposed to", "task", "to do", "todo", "action item", "working on",
  ]
  private static let reasons = [
    "because", "due to", "so that", "caused", "cause", "the reason", "as a result", "that's why", "problem",
    "worth", "costs", "fail", "faster", "slower", "cheaper", "easier", "safer", "too ", "needs", "always", "never",
    "nobody", "no use", "wins", "out of",
  ]
  /// After "since" it says how long, and not why.
  private static let sinceWhen = Reversal.days.union(["this", "yesterday", "last", "then", "when", "morning", "noon"])
  private static let conditions = [
    " when ", "after ", "before ", "until ", " once ", "as soon as", "every ", "new year", "launch day", "later",
    "soon", "yesterday", "last night", "this morning", "last week", " ago",
  ]

  private static func stems(_ words: String) -> Set<String> {
    Set(words.split(whereSeparator: \.isWhitespace).map { QuestionWords.stem(String($0)) })
  }

  private static let longestSentence = 400

  /// Whether an answer must hold something that `fits` looks for.
  var isTyped: Bool {
    switch self {
    case .time, .amount, .reason: true
    case .choice, .person, .task, .state, .other: false
    }
  }

  /// Whether the answer may be another one later.
  var isChanging: Bool { self == .state || isCounted }

  var isCounted: Bool {
    if case .amount = self { return true }
    return false
  }

  /// Whether it asks for an amount of a certain measure.
  var isMeasured: Bool {
    if case .amount(.some) = self { return true }
    return false
  }

  /// Whether a text says why.
  static func tellsReason(_ text: String) -> Bool {
    let lower = text.lowercased()
    if reasons.contains(where: lower.contains) { return true }
    let words = QuestionWords.words(text)
    return zip(words, words.dropFirst()).contains { word, next in
      word == "since" && !sinceWhen.contains(next) && !(next.first?.isNumber ?? false)
    }
  }

  /// "I'm off 24th to 28th"; "3rd" may be a third of other things.
  private static func namesDate(_ text: String) -> Bool {
    QuestionWords.words(text).contains { word in
      ["th", "st", "nd"].contains(word.suffix(2)) && Int(word.dropLast(2)).map { 4...31 ~= $0 } ?? false
    }
  }

  /// "When the crates come" does not say when the crates come.
  static func isCircular(_ sentence: String, _ wanted: Set<String>) -> Bool {
    let words = QuestionWords.words(sentence)
    guard let when = words.firstIndex(where: { ["when", "once", "until", "till"].contains($0) }),
      when == 0 || !["ask", "asked", "asks", "know", "knows", "say", "says", "tell"].contains(words[when - 1])
    else { return false }
    let after = QuestionWords.content(words[(when + 1)...].joined(separator: " "))
    return !after.isEmpty && after.isSubset(of: wanted)
  }

  /// Whether a text speaks of trouble or need, which is why, where nothing says so outright.
  static func tellsTrouble(_ text: String) -> Bool {
    let words = QuestionWords.words(text)
    if !troubles.isDisjoint(with: words) { return true }
    let joined = " \(words.joined(separator: " ")) "
    return ["bad news", "not enough", "no longer", "had to", "have to", "has to"].contains { phrase in
      joined.contains(" \(phrase) ")
    }
  }

  private static let troubles: Set<String> = [
    "sorry", "unfortunately", "broke", "broken", "leak", "leaks", "leaked", "stuck", "sticks", "bumped", "cancelled",
    "canceled", "crash", "crashed", "crashes", "failed", "fails", "wrong", "error", "bug", "missing", "late", "sick",
    "shut", "closed", "need", "needs", "means", "only", "otherwise", "can't", "cant", "cannot", "couldn't",
    "couldnt", "shortage", "risk", "expired", "rejects", "rejected", "slow", "expensive", "hurts", "dangerous",
  ]

  /// The sentences of a message; one that says what it is about only before the next one says when,
  /// or how much, together with that.
  func passages(of placed: PlacedMessage, by engine: TextEngine, _ timeZone: TimeZone) -> [String] {
    let sentences = TextEngine.sentences(of: placed.textWithFiles, longest: Self.longestSentence)
    guard isTyped else { return sentences }
    return sentences.enumerated().map { index, sentence in
      let next = index + 1 < sentences.count ? sentences[index + 1] : nil
      guard let next, !fits(placed, saying: sentence, by: engine, timeZone),
        fits(placed, saying: next, by: engine, timeZone)
      else { return sentence }
      return "\(sentence) \(next)"
    }
  }

  /// Whether the message, or a sentence of it, looks like an answer of this kind.
  func fits(
    _ placed: PlacedMessage, saying sentence: String? = nil, by engine: TextEngine, _ timeZone: TimeZone
  ) -> Bool {
    let text = sentence ?? placed.textWithFiles
    let lower = text.lowercased()
    switch self {
    case .time:
      return !engine.times(in: text, now: placed.message.createdAt.date, timeZone: timeZone).isEmpty
        || Self.conditions.contains(where: lower.contains) || Self.namesDate(text)
    case .amount(let measure?): return measure.stands(in: text)
    case .amount(nil): return QuestionWords.words(text).contains(where: Measure.isNumber)
    case .reason: return Self.tellsReason(text)
    case .choice: return (placed.signals?.decision ?? 0) >= 0.4
    case .person, .task, .state, .other: return false
    }
  }
}
