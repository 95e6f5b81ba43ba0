import AIProviders
import Domain
import Foundation

/// Understands the common requests without a model: which function, with which arguments. Pure.
package struct IntentParser: Sendable {
  package enum Intent: Sendable {
    case call(AssistantFunction, JSONValue)
    /// What can you do?
    case help
    /// What do you know about me?
    case showMemory
    /// Writing, translating, explaining: nothing that this server does by itself.
    case needsModel
    case messageWithoutText
    /// Something that the assistant does not do.
    case cannot
    /// A wish to change something that is not understood: no question that a chat could answer.
    case notUnderstood
    case thanks
  }

  let matcher: ConversationMatcher

  package init(matcher: ConversationMatcher) {
    self.matcher = matcher
  }

  package func intent(of text: String) -> Intent {
    let plain = ConversationMatcher.folded(text)
    let words = Set(plain.split(separator: " ").map(String.init))
    if let fact = remembered(in: text) { return .call(.rememberFact, object([("text", .string(fact))])) }
    if let message = message(in: WishParser.opened(text)) { return message }
    if Self.isHelp(plain) { return .help }
    if Self.isThanks(plain) { return .thanks }
    if let item = completed(in: text, plain) { return .call(.completeActionItem, object([("item", .string(item))])) }
    if let wish = WishParser(matcher: matcher).intent(of: text) { return wish }
    if plain.contains("know about me") || plain.contains("you remember") { return .showMemory }
    if let found = listing(text, plain, words) { return found }
    return WishParser.isWish(text) ? .notUnderstood : question(text, words)
  }

  private static func isHelp(_ plain: String) -> Bool {
    [
      "help", "hi", "hello", "hey", "what can you do", "what can you do for me", "what do you do", "how do you work",
      "how can you help", "how can you help me", "what can i ask you", "what can i ask", "was kannst du",
    ].contains(plain)
  }

  private static func isThanks(_ plain: String) -> Bool {
    let polite: Set = [
      "thanks", "thank", "you", "thx", "ty", "danke", "cheers", "a", "lot", "so", "very", "much", "many", "great", "ok",
      "okay", "perfect", "cool", "nice", "super", "awesome", "that", "helped", "s", "schön", "sehr", "vielen", "dank",
    ]
    let words = plain.split(separator: " ").map(String.init)
    return words.allSatisfy(polite.contains)
      && !Set(words).isDisjoint(with: ["thanks", "thank", "thx", "ty", "danke", "dank", "cheers"])
  }

  // MARK: Lists and summaries

  private func listing(_ text: String, _ plain: String, _ words: Set<String>) -> Intent? {
    if isMeeting(plain, words) {
      return .call(
        .suggestMeetingTimes,
        object([
          place(text), ("minutes", minutes(plain).map { .integer($0) } ?? .null),
          ("people", Self.people(in: text).map { .string($0) } ?? .null),
        ]))
    }
    let missed = ["miss", "missed", "catch", "verpasst"].contains(where: words.contains)
    let isSummary = words.contains { $0.hasPrefix("summar") } || words.contains("recap") || words.contains("tldr")
    if missed || isSummary {
      let named = matcher.mentioned(in: text)
      if named == nil, missed || words.contains("everything") { return .call(.catchUp, object([])) }
      return .call(
        .summarizeConversation, object([place(text), ("days", days(plain).map { .integer($0) } ?? .null)]))
    }
    if plain.hasPrefix("look again") || plain.hasPrefix("read again") || plain.hasPrefix("check again") {
      let kind = words.contains { $0.hasPrefix("decision") } ? "decisions" : "tasks"
      return .call(
        .lookAgain,
        object([("kind", .string(kind)), place(text), ("days", days(plain).map { .integer($0) } ?? .null)]))
    }
    if plain.contains("action item") || !words.isDisjoint(with: ["todo", "todos", "tasks", "task", "aufgaben"])
      || plain.contains("have to do") || plain.contains("need to do") || plain.contains("on my plate")
    {
      if let (name, rest) = WishParser.ownerOfTasks(in: text), !matcher.members(named: name).isEmpty {
        return .call(.listActionItems, object([("mine", .bool(false)), ("owner", .string(name)), place(rest)]))
      }
      let isMine = !words.isDisjoint(with: ["my", "i", "me", "mine", "meine"])
      return .call(.listActionItems, object([("mine", .bool(isMine)), place(text)]))
    }
    if words.contains(where: { $0.hasPrefix("decision") || $0.hasPrefix("decide") || $0 == "entschieden" }) {
      return .call(.listDecisions, object([("query", topic(of: plain).map { .string($0) } ?? .null), place(text)]))
    }
    if !words.isDisjoint(with: ["urgent", "important", "priority", "priorities", "dringend"]), !words.contains("why") {
      return .call(.listPriorities, object([]))
    }
    return nil
  }

  private func isMeeting(_ plain: String, _ words: Set<String>) -> Bool {
    let wants = !words.isDisjoint(with: ["meet", "meeting", "call", "sync"])
    let asks = !words.isDisjoint(with: ["find", "suggest", "schedule", "propose", "plan", "arrange", "time", "times"])
    return (wants && asks) || plain.contains("when can we")
  }

  /// "… a call with Hana and Mateo next week" as "Hana, Mateo": who is named after "with".
  private static func people(in text: String) -> String? {
    guard let with = text.range(of: " with ") else { return nil }
    var names: [String] = []
    var isOpen = false
    for word in text[with.upperBound...].split(whereSeparator: \.isWhitespace) {
      let bare = word.trimmingCharacters(in: .punctuationCharacters)
      if ["and", "&", ""].contains(bare) {
        isOpen = false
        continue
      }
      guard bare.first?.isUppercase == true else { break }
      if isOpen, let last = names.popLast() { names.append("\(last) \(bare)") } else { names.append(bare) }
      isOpen = word.last?.isPunctuation == false
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// What follows "about", "on" or "regarding".
  private func topic(of plain: String) -> String? {
    let words = plain.split(separator: " ").map(String.init)
    guard let index = words.firstIndex(where: { ["about", "on", "regarding", "for"].contains($0) }) else { return nil }
    let rest = words[(index + 1)...].drop { ["the", "a", "our"].contains($0) }
    return rest.isEmpty ? nil : rest.joined(separator: " ")
  }

  private func days(_ plain: String) -> Int? {
    let words = plain.split(separator: " ").map(String.init)
    if let index = words.firstIndex(where: { $0 == "days" || $0 == "day" }), index > 0,
      let count = Int(words[index - 1])
    {
      return min(max(count, 1), 31)
    }
    if words.contains("today") { return 1 }
    if words.contains("yesterday") { return 2 }
    if plain.contains("two weeks") || words.contains("fortnight") { return 14 }
    if words.contains("week") { return 7 }
    return words.contains("month") ? 31 : nil
  }

  private func minutes(_ plain: String) -> Int? {
    let words = plain.split(separator: " ").map(String.init)
    for (index, word) in words.enumerated() where index > 0 {
      guard let count = Int(words[index - 1]) else { continue }
      if word.hasPrefix("min") { return min(max(count, 10), 480) }
      if word.hasPrefix("hour") { return min(max(count * 60, 10), 480) }
    }
    return plain.contains("half an hour") ? 30 : plain.contains("an hour") ? 60 : nil
  }

  // MARK: Changes

  /// `send Kenji: the offer is ready`, `tell Operations that the disk is full`.
  private func message(in text: String) -> Intent? {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    for verb in ["send ", "tell ", "write to ", "message ", "text "] {
      guard trimmed.lowercased().hasPrefix(verb) else { continue }
      var rest = String(trimmed.dropFirst(verb.count))
      for filler in ["a message to ", "to ", "message to "] where rest.lowercased().hasPrefix(filler) {
        rest = String(rest.dropFirst(filler.count))
      }
      guard let parts = Self.split(rest), matcher.find(parts.name) != nil else { continue }
      return .call(
        .sendMessage, object([("conversation", .string(parts.name)), ("text", .string(parts.text))]))
    }
    return nil
  }

  /// Name and text, parted by the first colon, "that" or "saying".
  private static func split(_ text: String) -> (name: String, text: String)? {
    let separators = [":", " that ", " saying "].compactMap { text.range(of: $0) }
    for range in separators.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      let name = text[..<range.lowerBound].trimmingCharacters(in: .whitespaces)
      let rest = text[range.upperBound...].trimmingCharacters(in: .whitespacesAndNewlines)
      guard !name.isEmpty, TextLength.isWithin(120, name), !rest.isEmpty else { continue }
      return (name, rest.prefix(1).uppercased() + rest.dropFirst())
    }
    return nil
  }

  private func remembered(in text: String) -> String? {
    let lower = text.lowercased()
    for start in ["remember that ", "remember: ", "please remember that ", "remember "] where lower.hasPrefix(start) {
      let fact = text.dropFirst(start.count).trimmingCharacters(in: .whitespacesAndNewlines)
      return fact.isEmpty ? nil : TextLength.cut(fact, to: 300)
    }
    return nil
  }

  /// `mark the second one as done`, `complete the printer cards`.
  private func completed(in text: String, _ plain: String) -> String? {
    let isDone = plain.hasSuffix(" done") || plain.hasSuffix(" as complete") || plain.hasSuffix(" as completed")
    for start in ["mark ", "set ", "complete ", "finish ", "tick off "] where plain.hasPrefix(start) {
      guard isDone || start == "complete " || start == "finish " || start == "tick off " else { continue }
      var item = String(plain.dropFirst(start.count))
      for end in [" as done", " to done", " done", " as completed", " as complete"] where item.hasSuffix(end) {
        item = String(item.dropLast(end.count))
      }
      for filler in ["action item ", "the action item ", "task ", "the task ", "the "] where item.hasPrefix(filler) {
        item = String(item.dropFirst(filler.count))
      }
      return item.isEmpty ? nil : item
    }
    return nil
  }

  // MARK: Questions

  private func question(_ text: String, _ words: Set<String>) -> Intent {
    let plain = text.trimmingCharacters(in: .whitespacesAndNewlines)
    for start in ["search for ", "search ", "find ", "look for "] where plain.lowercased().hasPrefix(start) {
      let query = TextLength.cut(plain.dropFirst(start.count), to: 300)
      if !query.isEmpty { return .call(.searchMessages, object([("query", .string(query))])) }
    }
    return .call(.answerQuestion, object([("question", .string(TextLength.cut(plain, to: 500)))]))
  }

  private func place(_ text: String) -> (String, JSONValue) {
    ("conversation", matcher.mentioned(in: text).map { .string(matcher.title(of: $0)) } ?? .null)
  }

  private func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(JSONObject(members))
  }
}
