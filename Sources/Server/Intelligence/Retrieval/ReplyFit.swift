import Domain
import ServerCore

/// Tells whether what somebody said after a question answers it. What merely came next often does
/// not, and a wrong quote is worse than none.
struct ReplyFit: Sendable {
  let asked: PlacedMessage
  /// What stands around the question.
  let around: [PlacedMessage]

  /// - Parameters:
  ///   - statement: What `reply` says before it asks something itself.
  ///   - isFitting: It holds what is asked for: a time, a number, a reason.
  func answers(_ reply: PlacedMessage, saying statement: String, isFitting: Bool) -> Bool {
    let wanted = QuestionWords.content(asked.textWithFiles)
    let shared = QuestionWords.content(statement).intersection(wanted).count
    if shared < 2, Self.isChatter(statement) { return false }
    if reply.message.replyTo == asked.message.id { return true }
    let between = around.filter { (asked.message.seq + 1..<reply.message.seq).contains($0.message.seq) }
    // What is said after another question is meant for that one, unless it speaks of this one.
    let isInterrupted = between.contains {
      $0.message.sender != reply.message.sender && QuestionWords.isQuestion($0.textWithFiles)
        && QuestionWords.content($0.textWithFiles).count > 1
    }
    if shared >= (isInterrupted ? min(2, max(1, wanted.count)) : 1) { return true }
    let isDirect = between.allSatisfy {
      $0.message.sender == asked.message.sender || Self.isChatter($0.textWithFiles)
    }
    return !isInterrupted && (isFitting || isDirect)
  }

  /// Greetings, thanks, laughter, farewells: they answer nothing.
  static func isChatter(_ text: String) -> Bool {
    let words = QuestionWords.words(text)
    if words.allSatisfy({ idle.contains($0) || $0.count > 3 && $0.allSatisfy { "ha".contains($0) } }) { return true }
    guard words.count <= longestFarewell, !words.contains(where: Measure.isNumber) else { return false }
    let joined = words.joined(separator: " ")
    return !farewells.isDisjoint(with: words) || leaving.contains(where: joined.contains)
  }

  private static let longestFarewell = 8
  private static let idle: Set<String> = [
    "hi", "hey", "hello", "good", "great", "nice", "morning", "evening", "night", "question", "point", "lol", "rofl",
    "wow", "omg", "oh", "hm", "hmm", "thanks", "thank", "thx", "you", "cool", "folks",
  ]
  private static let farewells: Set<String> = ["bye", "goodbye", "ciao", "cya", "goodnight"]
  private static let leaving = ["good night", "see you tomorrow", "see you later", "gotta go", "got to go", "ttyl"]
}
