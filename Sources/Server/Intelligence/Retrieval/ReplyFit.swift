import Domain
import Foundation
import OnBoxAI
import ServerCore

/// Tells whether what somebody said after a question answers it. What merely came next often does
/// not, and a wrong quote is worse than none.
struct ReplyFit: Sendable {
  let asked: PlacedMessage
  /// What stands around the question.
  let around: [PlacedMessage]
  let names: Names

  /// - Parameters:
  ///   - statement: What `reply` says before it asks something itself.
  ///   - isFitting: It holds what is asked for: a time, a number, a reason.
  func answers(_ reply: PlacedMessage, saying statement: String, isFitting: Bool) -> Bool {
    let wanted = QuestionWords.content(asked.textWithFiles).subtracting(Self.light)
    let shared = QuestionWords.content(statement).intersection(wanted).count
    if shared < 2, Self.isChatter(statement) { return false }
    if reply.message.replyTo == asked.message.id { return true }
    if shared < 2, isForAnother(statement) { return false }
    // "First aid. Who rings them?": who goes on to ask has another matter.
    if shared == 0, ReplyForm(askedBy: asked.textWithFiles) == .polar,
      QuestionWords.holdsQuestion(reply.textWithFiles), !ReplyForm.agrees(statement), !ReplyForm.denies(statement)
    {
      return false
    }
    // What is said of 3.4 does not answer what was asked of 3.1.
    let (named, other) = (Self.versions(asked.textWithFiles), Self.versions(statement))
    if !named.isEmpty, !other.isEmpty, named.isDisjoint(with: other) { return false }
    let between = around.filter { (asked.message.seq + 1..<reply.message.seq).contains($0.message.seq) }
    // What is said after another question is meant for that one, unless it speaks of this one.
    let isInterrupted = between.contains {
      $0.message.sender != reply.message.sender && QuestionWords.holdsQuestion($0.textWithFiles)
        && QuestionWords.content($0.textWithFiles).count > 1
    }
    if shared >= (isInterrupted ? min(2, max(1, wanted.count)) : 1) { return true }
    let isDirect = between.allSatisfy {
      $0.message.sender == asked.message.sender || Self.isChatter($0.textWithFiles) || isClarified($0, before: reply)
    }
    return !isInterrupted && !isClosed(between, before: reply) && !isOfAnother(reply) && (isFitting || isDirect)
      && ReplyForm(askedBy: asked.textWithFiles).takes(statement, names)
  }

  /// "How long is long?", and whoever asked said it: what comes then is meant for the first
  /// question again.
  private func isClarified(_ message: PlacedMessage, before reply: PlacedMessage) -> Bool {
    QuestionWords.asks(message.textWithFiles)
      && around.contains {
        $0.message.sender == asked.message.sender
          && (message.message.seq + 1..<reply.message.seq).contains($0.message.seq)
      }
  }

  /// Whoever asked has got an answer from somebody else and gone on.
  private func isClosed(_ between: [PlacedMessage], before reply: PlacedMessage) -> Bool {
    let asker = asked.message.sender
    guard let first = between.first(where: { $0.message.sender != asker && !QuestionWords.asks($0.textWithFiles) })
    else { return false }
    let isTaken = between.contains {
      $0.message.sender == asker && $0.message.seq > first.message.seq && !QuestionWords.asks($0.textWithFiles)
    }
    return isTaken && !between.contains { $0.message.sender == reply.message.sender }
  }

  /// "Ok Bea: the list is in the drive", said to whoever asked something else.
  private func isForAnother(_ statement: String) -> Bool {
    guard !QuestionWords.words(asked.textWithFiles).contains("who") else { return false }
    return addressee(of: statement).map { $0 != asked.message.sender } ?? false
  }

  /// Asked of one person, and somebody else speaks.
  private func isOfAnother(_ reply: PlacedMessage) -> Bool {
    addressee(of: asked.textWithFiles).map { $0 != reply.message.sender } ?? false
  }

  /// Whom a text speaks to by name: "Bea: …", "@Bea …", "ok Bea, …", "Bea can you …".
  private func addressee(of text: String) -> UserID? {
    let tokens = text.split(whereSeparator: \.isWhitespace).prefix(Self.longestAddress).map(String.init)
    let said = tokens.map { Self.plain($0) }
    guard let start = said.firstIndex(where: { !Self.opening.contains($0) }) else { return nil }
    return names.all.first { _, name in
      let called = QuestionWords.words(name).map(Self.plain)
      return called.indices.contains { index in
        let end = start + index + 1
        guard end <= said.count, Array(said[start..<end]) == Array(called[...index]) else { return false }
        let last = tokens[end - 1]
        let isMarked = last.hasSuffix(":") || last.hasSuffix(",") || tokens[start].hasPrefix("@")
        return isMarked || end < said.count && Self.toSomebody.contains(said[end])
      }
    }?.user
  }

  private static func versions(_ text: String) -> Set<String> {
    Set(QuestionWords.letters(text).filter { $0.contains(".") })
  }

  private static func plain(_ word: String) -> String {
    word.lowercased().trimmingCharacters { !$0.isLetter && !$0.isNumber }
      .folding(options: .diacriticInsensitive, locale: nil)
  }

  /// Stems that two messages may share and speak of different things.
  static let light = Set(
    [
      "come", "do", "does", "doing", "done", "get", "give", "go", "going", "good", "look", "make", "need", "new",
      "now", "ok", "one", "see", "take", "thing", "think", "time", "use", "want", "work",
    ].map(QuestionWords.stem))
  private static let longestAddress = 7
  private static let opening: Set<String> = ["", "ok", "okay", "hey", "hi", "so", "and", "right", "oh", "ah", "well"]
  /// After the name of whom a sentence speaks to.
  private static let toSomebody: Set<String> = [
    "are", "before", "can", "could", "did", "do", "have", "how", "is", "please", "pls", "what", "when", "where",
    "which", "why", "would", "you", "you're", "your", "youre",
  ]

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
