import Foundation
import OnBoxAI
import ServerCore

/// What kind of thing a question asks for.
enum AnswerKind: Sendable {
  case time
  case amount
  case choice
  /// Who does something.
  case person
  /// What somebody has to do.
  case task
  case other

  init(_ question: String) {
    let words = QuestionWords.words(question)
    let text = words.joined(separator: " ")
    if words.contains("when") || text.contains("what time") || text.contains("what day") || text.contains("which day")
      || text.contains("deadline")
    {
      self = .time
    } else if text.contains("how many") || text.contains("how much") || text.contains("how long") {
      self = .amount
    } else if !Self.choosing.isDisjoint(with: words.map(QuestionWords.stem)) {
      self = .choice
    } else if Self.doing.contains(where: text.contains) {
      self = .task
    } else if words.contains("who") || words.contains("who's") {
      self = .person
    } else {
      self = .other
    }
  }

  /// Words that ask for a choice or a task and say nothing of what it is about.
  static func isAsking(_ stem: String) -> Bool { choosing.contains(stem) || tasks.contains(stem) }

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

  private static func stems(_ words: String) -> Set<String> {
    Set(words.split(whereSeparator: \.isWhitespace).map { QuestionWords.stem(String($0)) })
  }

  private static let longestSentence = 400

  /// The sentences of a message; one that says what it is about only before the next one says when,
  /// or how much, together with that.
  func passages(of placed: PlacedMessage, by engine: TextEngine, _ timeZone: TimeZone) -> [String] {
    let sentences = TextEngine.sentences(of: placed.textWithFiles, longest: Self.longestSentence)
    guard self == .time || self == .amount else { return sentences }
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
    return switch self {
    case .time: !engine.times(in: text, now: placed.message.createdAt.date, timeZone: timeZone).isEmpty
    case .amount: text.contains(where: \.isNumber)
    case .choice: (placed.signals?.decision ?? 0) >= 0.4
    case .person, .task, .other: false
    }
  }
}
