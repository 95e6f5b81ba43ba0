import Domain
import OnBoxAI
import ServerCore

/// What an answer to a question looks like, by how it was asked: "who" wants somebody, "is it" a
/// yes or a word about it.
enum ReplyForm {
  case person
  case polar
  /// "What tool did they use?": a thing, in few words, or in words of the question.
  case thing
  /// Nothing can be told from how it was asked.
  case any

  init(askedBy text: String) {
    let questions = TextEngine.sentences(of: text, longest: 400).filter(QuestionWords.asks)
    guard let last = questions.last else {
      self = .any
      return
    }
    var words = QuestionWords.words(last)
    // "Does anyone know if …": what is asked comes after.
    if let know = words.firstIndex(where: Self.knowing.contains), know + 1 < words.count,
      Self.embedded.contains(words[know + 1])
    {
      words = Array(words[(know + 1)...])
    }
    words = Array(words.drop(while: Self.leading.contains))
    // "Does somebody know a good baker?" asks which.
    if !Self.anybody.isDisjoint(with: words.prefix(3)) {
      self = .any
      return
    }
    // "Will there be a lift?"
    if words.starts(with: ["will", "there"]) || words.starts(with: ["would", "there"]) {
      self = .polar
      return
    }
    let isThing = words.count > 2 && ["what", "which", "whats", "what's"].contains(words[0])
    switch words.first {
    case _ where isThing && !Self.telling.contains(words[1]): self = .thing
    case "who"?, "whose"?, "who's"?: self = .person
    case let first? where Self.stating.contains(first): self = .polar
    default: self = .any
    }
  }

  /// Whether a statement may answer such a question.
  func takes(_ statement: String, _ names: Names) -> Bool {
    let words = QuestionWords.words(statement)
    switch self {
    case .any: return true
    case .thing: return words.count <= Self.longestThing
    case .person:
      return !Self.people.isDisjoint(with: words) || WhoQuestion.pointsToSpeaker(statement)
        || !QuestionWords.content(statement).isDisjoint(with: names.words) || statement.contains("@")
    case .polar:
      return words.count < 4 || !Self.judging.isDisjoint(with: words)
        || words.contains { $0.hasSuffix("n't") } || !Self.pronouns.isDisjoint(with: words.prefix(4))
    }
  }

  /// "Yes", "no", and words that say how sure somebody is.
  static func denies(_ statement: String) -> Bool {
    let words = QuestionWords.words(statement)
    return words.first.map(denying.contains) ?? false
      || words.prefix(5).contains { $0.hasSuffix("n't") || $0 == "not" || $0 == "no" }
  }

  static func agrees(_ statement: String) -> Bool {
    let words = QuestionWords.words(statement)
    let starts = words.first.map(agreeing.contains) ?? false
    return starts || statement.hasPrefix("👍") || statement.hasPrefix("👌") || statement.hasPrefix("+1")
  }

  private static let longestThing = 8
  /// After "what", they ask for a tale and not for a thing: "what happened".
  private static let telling: Set<String> = [
    "happened", "happens", "about", "if", "should", "shall", "do", "does", "did", "can", "could", "would", "will",
    "was",
    "were", "are", "went", "makes", "made", "else", "i", "we", "you", "they", "next", "now",
  ]
  private static let knowing: Set<String> = ["know", "knows", "tell", "idea", "remember", "check", "say"]
  private static let anybody: Set<String> = ["anyone", "anybody", "someone", "somebody", "you", "we"]
  private static let embedded: Set<String> = [
    "if", "whether", "who", "whose", "what", "when", "where", "which", "why", "how",
  ]
  private static let leading: Set<String> = ["so", "and", "but", "or", "also", "btw", "ok", "okay", "hey", "oh", "hm"]
  private static let stating: Set<String> = [
    "if", "whether", "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "isn't", "isnt", "aren't",
    "doesn't", "didn't", "don't", "hasn't", "haven't", "wasn't", "weren't",
  ]
  private static let people: Set<String> = [
    "i", "i'm", "im", "i'll", "ill", "i've", "ive", "i'd", "mine", "my", "we", "you", "he", "she", "they", "him",
    "them", "us", "nobody", "noone", "everyone", "everybody", "someone", "somebody", "both", "he's", "she's", "ask",
    "team", "people", "whoever",
  ]
  private static let agreeing: Set<String> = [
    "yes", "yep", "yeah", "yup", "ya", "yess", "ok", "okay", "sure", "fine", "works", "perfect", "great", "deal",
    "sounds", "agreed", "right", "correct", "exactly", "definitely", "absolutely", "done", "good", "cool",
  ]
  private static let denying: Set<String> = [
    "no", "nope", "nah", "not", "can't", "cant", "cannot", "won't", "sorry", "never", "neither", "don't", "dont",
  ]
  private static let judging = agreeing.union(denying).union([
    "none", "nothing", "maybe", "perhaps", "probably", "possibly", "think", "guess", "believe", "hope", "afraid",
    "dunno", "depends", "only", "until", "always", "usually", "sometimes", "should", "must", "yet", "already", "still",
    "same", "soon", "almost", "nearly", "mostly", "both", "either", "doubt", "idea", "true", "false", "don", "isnt",
    "doesnt", "didnt", "wasnt", "needs", "ready", "working",
  ])
  private static let pronouns: Set<String> = [
    "it", "its", "it's", "that", "thats", "that's", "this", "they", "they're", "theyre", "there", "there's", "theres",
    "he", "she", "he's", "she's", "we", "we're", "i", "i'm", "im", "you", "these", "those", "one",
  ]
}
