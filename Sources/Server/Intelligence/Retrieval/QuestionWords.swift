import OnBoxAI

/// Words that ask without saying what about.
enum QuestionWords {
  private static let openers: Set<String> = [
    "who", "what", "when", "where", "why", "how", "which", "whose", "can", "could", "would", "will", "should", "shall",
    "do", "does", "did", "is", "are", "was", "were", "has", "have", "had", "may", "any",
  ]

  /// Before a deed, without anybody between, they promise or guess: "will look tonight".
  private static let modals: Set<String> = ["can", "could", "would", "will", "should", "shall", "may"]
  private static let deeds: Set<String> = [
    "add", "ask", "be", "bring", "call", "check", "come", "do", "find", "fix", "get", "give", "go", "have", "help",
    "let", "look", "mail", "make", "need", "not", "send", "see", "take", "tell", "try", "update", "work", "write",
  ]

  private static let empty = TextEngine.stopWords
    .subtracting(["after", "before", "being", "each", "here", "off", "okay", "out", "over", "very"])
    .union([
      "anybody", "anyone", "discuss", "discussed", "ever", "find", "give", "him", "i'll", "i'm", "know", "last",
      "let's", "mention", "mentioned", "message", "messages", "ours", "please", "saying", "show", "somebody",
      "someone", "talk", "talked", "tell", "told", "what's", "when's", "where's", "who's", "whom", "whose",
    ])

  static func isQuestion(_ text: String) -> Bool {
    if text.contains("?") { return true }
    let words = words(text)
    // "Which means eight and not nine" goes on from what was said.
    if words.first == "which", words.count > 1, ["means", "meant", "makes", "made", "is"].contains(words[1]) {
      return false
    }
    // "Have a good one" wishes.
    if words.first == "have", words.count > 1, ["a", "an", "fun", "some", "to"].contains(words[1]) { return false }
    guard let first = words.first, !(modals.contains(first) && words.dropFirst().first.map(deeds.contains) ?? false)
    else { return false }
    return openers.contains(first) && text.split(whereSeparator: \.isWhitespace).count > 2 && !text.contains(".")
  }

  /// Also a short one without its sign: "can do a stop. what number".
  static func asks(_ sentence: String) -> Bool {
    if isQuestion(sentence) || asksAgain(sentence) { return true }
    let words = words(sentence)
    if isReported(words) || isWish(sentence) || isChoice(sentence) { return true }
    return words.count == 2 && ["what", "which", "how"].contains(words[0]) && briefly.contains(words[1])
  }

  /// Whether one of a message's sentences asks.
  static func holdsQuestion(_ text: String) -> Bool {
    isQuestion(text) || TextEngine.sentences(of: text, longest: 400).contains(where: asks)
  }

  /// "Olsen asks if we can start at nine", "the baker wants to know which".
  private static func isReported(_ words: [String]) -> Bool {
    words.indices.dropFirst().contains { index in
      let (word, rest) = (words[index], words[(index + 1)...])
      let isAsking = ["asks", "wonders"].contains(word) || word == "asking" && words[index - 1] == "is"
      if isAsking { return rest.prefix(2).contains { reporting.contains($0) } }
      return ["wants", "want"].contains(word) && rest.prefix(2).elementsEqual(["to", "know"])
    }
  }

  /// "Guest code of the gate pls", "blue or green": what is asked for, and no more.
  private static func isWish(_ sentence: String) -> Bool {
    let words = words(sentence)
    return words.count > 1 && words.count <= longestWish && words.last.map(["pls", "plz", "please"].contains) ?? false
      && !words.contains { deeds.contains($0) || ["no", "not", "or"].contains($0) }
  }

  private static func isChoice(_ sentence: String) -> Bool {
    let words = words(sentence)
    return words.contains("or") && words.count <= longestChoice && unchoosing.isDisjoint(with: words)
  }

  /// With one of these, "or" leaves no choice: "sooner or later".
  private static let unchoosing: Set<String> = [
    "if", "whether", "either", "so", "less", "not", "later", "i", "it", "was", "is", "then",
  ]
  private static let (longestWish, longestChoice) = (8, 10)
  private static let reporting: Set<String> = ["if", "whether", "who", "what", "when", "where", "which", "why", "how"]
  private static let briefly: Set<String> = [
    "amount", "color", "colour", "date", "day", "number", "size", "time", "long", "many", "much", "one",
  ]

  /// "I can bring the tent", "we could start at nine": no more than an offer.
  static func isOffer(_ sentence: String) -> Bool {
    let words = words(sentence).drop { ["ok", "okay", "so", "and", "btw", "also", "maybe"].contains($0) }
    guard let first = words.first, let second = words.dropFirst().first else { return false }
    return ["i", "we"].contains(first) && ["can", "could", "might", "should"].contains(second) || first == "let's"
  }

  /// The first of several questions in one: "Who audits it" of "Who audits it, and when?".
  static func first(of question: String) -> String {
    let parts = question.split(whereSeparator: \.isWhitespace)
    for (index, part) in parts.enumerated() where part.lowercased() == "and" && index + 1 < parts.count {
      guard let next = words(String(parts[index + 1])).first, openers.contains(next), next != "any" else { continue }
      let before = parts[..<index].joined(separator: " ")
      let said = content(before).count
      let isOwn = said > 1 || said == 1 && !modals.contains(next) && !auxiliaries.contains(next)
      if isOwn, words(before).contains(where: openers.contains) { return before }
    }
    return question
  }

  private static let auxiliaries: Set<String> = [
    "do", "does", "did", "is", "are", "was", "were", "has", "have", "had",
  ]

  /// "The question about the limits is still open" asks it once more.
  static func asksAgain(_ text: String) -> Bool {
    let words = words(text)
    return words.contains("question") && words.contains("open")
  }

  /// Lower case, without punctuation, in order.
  static func words(_ text: String) -> [String] {
    TextEngine.words(of: text)
  }

  /// The words that say what a text is about, stripped of plain endings so that "deploys" meets
  /// "deploy".
  static func content(_ text: String) -> Set<String> {
    Set(words(text).filter { !empty.contains($0) && $0.count > 1 }.map(stem))
  }

  /// The words of a question that its answer should have: without those that only name what is
  /// measured. A single capital letter or digit is a name ("Why did we choose B?").
  static func wanted(_ question: String) -> Set<String> {
    let question = first(of: question)
    let measured = Measure.asked(by: words(question))?.words ?? []
    let wanted = content(question).subtracting(measured.map(stem)).subtracting(asking).union(letters(question))
    let isWho = words(question).contains("who")
    let telling = wanted.subtracting(["going"]).subtracting(isWho ? meetings : [])
    return telling.isEmpty ? wanted : telling
  }

  /// "The harbour call" is just "harbour" where people say who is in it.
  private static let meetings = Set(["call", "meeting", "session", "appointment"].map(stem))

  /// Stems that ask how something stands and say nothing of what it is.
  private static let asking = Set(
    ([
      "now", "currently", "yet", "actually", "happen", "happened", "can't", "cannot", "cant",
      "couldn't", "don't", "doesn't", "didn't", "won't", "isn't", "aren't", "wasn't",
    ] + Measure.superlatives).map(stem))

  /// The words of an answer that a question may look for.
  static func told(_ text: String) -> Set<String> { content(text).union(letters(text)) }

  /// A word of a question as it may be written elsewhere, when it says something: "MedFair" may be
  /// called "the fair".
  static func written(_ word: String) -> [String] {
    guard !wanted(word).isEmpty, word.count > 1 else { return [] }
    return [word] + [lastPart(of: word)].compactMap(\.self)
  }

  /// "Fair" of "MedFair".
  static func lastPart(of word: String) -> String? {
    guard let capital = word.indices.last(where: { word[$0].isUppercase }), capital > word.startIndex,
      word[word.index(before: capital)].isLowercase
    else { return nil }
    let part = word[capital...].lowercased().prefix(while: \.isLetter)
    return part.count > 3 ? String(part) : nil
  }

  /// By the stem of each word of a question that has parts, the stem of its last one.
  static func parts(_ question: String) -> [String: String] {
    let written = question.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    return written.reduce(into: [:]) { parts, word in
      parts[stem(word.lowercased())] = lastPart(of: word).map(stem)
    }
  }

  /// Single capital letters and digits that name something, in lower case.
  static func letters(_ text: String) -> [String] {
    let parts = text.split { !$0.isLetter && !$0.isNumber && $0 != "." }.flatMap { part -> [String] in
      // "0.9.3" is one name, not three.
      let word = part.trimmingCharacters { $0 == "." }
      return word.allSatisfy { $0.isNumber || $0 == "." } ? [word] : word.split(separator: ".").map(String.init)
    }
    return parts.filter { word in
      if word.contains(".") { return true }
      guard word.count == 1, word != "I", word != "A", let letter = word.first else { return false }
      return letter.isUppercase || letter.isNumber
    }.map { $0.lowercased() }
  }

  /// Stems of the names within a question: words with a capital letter, not at its beginning.
  static func named(_ question: String) -> Set<String> {
    let later = question.split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }.dropFirst()
    let capital = later.filter { word in
      word.count > 2 && word.first?.isUppercase == true && word.dropFirst().allSatisfy { !$0.isUppercase }
    }
    return content(capital.joined(separator: " ")).subtracting(days)
  }

  /// Names of capitals alone: "SLA".
  static func acronyms(_ question: String) -> Set<String> {
    let capital = question.split { !$0.isLetter && !$0.isNumber }.dropFirst().map(String.init).filter { word in
      word.count > 1 && word.allSatisfy(\.isUppercase)
    }
    return content(capital.joined(separator: " "))
  }

  private static let days = Set(Reversal.days.map(stem))

  /// What a text names with a digit in it, as it is written: "4.2", "v12".
  static func numbered(_ text: String) -> Set<String> {
    Set(
      text.lowercased().split(whereSeparator: \.isWhitespace).map { word in
        word.trimmingCharacters { !$0.isLetter && !$0.isNumber }
      }.filter { $0.contains(where: \.isNumber) })
  }

  /// What "how many" counts: the first two words after it that say something; nil when nothing is
  /// counted.
  static func counted(_ question: String) -> Set<String>? {
    let words = words(question)
    guard let many = words.firstIndex(of: "many"), many > 0, words[many - 1] == "how" else { return nil }
    let counted = content(words[(many + 1)...].prefix(2).joined(separator: " "))
    return counted.isEmpty ? nil : counted
  }

  static func stem(_ word: String) -> String {
    var word = word
    if word.hasSuffix("'s") { word.removeLast(2) }
    // "75A" and "45s" are the numbers that others write alone.
    let digits = word.prefix(while: \.isNumber)
    if digits.count > 1, digits.count < word.count, word.count - digits.count < 4,
      word.dropFirst(digits.count).allSatisfy(\.isLetter)
    {
      return String(digits)
    }
    for ending in ["ing", "ed", "es", "s"] where word.count > ending.count + 3 && word.hasSuffix(ending) {
      return String(word.dropLast(ending.count))
    }
    return word.count > 4 && word.hasSuffix("e") ? String(word.dropLast()) : word
  }
}
