import AIProviders
import Domain
import Foundation

/// Understands wishes to change something without a model. Pure: what a wish names is looked up
/// later, and nothing is done before it was shown and approved.
struct WishParser: Sendable {
  private typealias Text = Substring

  /// Longer texts are no wishes, and matching them would take long.
  private static let mostText = 600

  let matcher: ConversationMatcher

  /// `nil` for what is no such wish.
  func intent(of text: String) -> IntentParser.Intent? {
    guard TextLength.isWithin(Self.mostText, text) else { return nil }
    let opened = Self.opened(text)
    let isQuestion = opened.contains("?")
    let wish = Self.bare(opened)
    if let found = message(opened) ?? task(wish) ?? person(wish) { return found }
    if wish.wholeMatch(of: Self.reminders) != nil { return .call(.listReminders, Self.object([])) }
    // "Is the offer urgent?" asks, and changes nothing.
    if !isQuestion, let found = change(wish) ?? mark(wish) { return found }
    if wish.firstMatch(of: Self.writing) != nil { return .needsModel }
    if let match = wish.wholeMatch(of: Self.reminder) {
      return .call(.remindMe, Self.object([("text", .string(TextLength.cut(match.what, to: 300))), ("when", .null)]))
    }
    return !isQuestion && wish.firstMatch(of: Self.beyond) != nil ? .cannot : nil
  }

  /// Without politeness in front, and without the question mark that belongs to that. What somebody
  /// wants to have sent keeps its ending.
  static func opened(_ text: String) -> String {
    var wish = text.trimmingCharacters(in: .whitespacesAndNewlines)
    var isAsked = false
    while let match = wish.prefixMatch(of: opening) {
      isAsked = isAsked || wish[match.range].lowercased().contains("you")
      wish = String(wish[match.range.upperBound...])
    }
    return isAsked && wish.hasSuffix("?") ? String(wish.dropLast()) : wish
  }

  /// Without what ends a sentence.
  private static func bare(_ wish: String) -> String {
    wish.firstMatch(of: ending).map { String(wish[..<$0.range.lowerBound]) } ?? wish
  }

  /// Whether a text wants something done, and asks nothing.
  static func isWish(_ text: String) -> Bool {
    let wish = opened(text)
    return TextLength.isWithin(mostText, text) && !wish.contains("?") && bare(wish).firstMatch(of: order) != nil
  }

  /// Whose tasks a text asks for, by name, and the text without that: "Tom's tasks", "the tasks of
  /// Tom", "what does Tom have to do".
  static func ownerOfTasks(in text: String) -> (name: String, rest: String)? {
    for pattern in [tasksOf, tasksBy] {
      guard TextLength.isWithin(mostText, text), let match = text.firstMatch(of: pattern) else { continue }
      var rest = text
      rest.removeSubrange(match.range)
      return (String(match.name), rest)
    }
    return nil
  }

  // MARK: Messages

  private func message(_ wish: String) -> IntentParser.Intent? {
    if let match = wish.wholeMatch(of: Self.quoted) { return sending(match.text, to: match.place) }
    if let match = wish.wholeMatch(of: Self.posting) { return sending(match.text, to: match.place) }
    if let match = wish.wholeMatch(of: Self.letting) { return sending(match.text, to: match.place) }
    let bare = Self.bare(wish)
    if let match = bare.wholeMatch(of: Self.requesting) {
      guard !ThirdPerson.isOneOther(in: match.text) else { return asksBack(match.place) }
      return sending("Could you \(match.text)?", to: match.place)
    }
    if let match = bare.wholeMatch(of: Self.asking) {
      // "If she sent it" is said of the one who is asked, and to them it is "you".
      if ThirdPerson.isSubject(of: match.text) || ThirdPerson.isOneOther(in: match.text) {
        let isYesOrNo = ["if", "whether"].contains(match.word.lowercased())
        guard isYesOrNo, let question = ThirdPerson.question(of: match.text) else { return asksBack(match.place) }
        return sending(question, to: match.place)
      }
      return sending("I would like to know \(match.word.lowercased()) \(match.text).", to: match.place)
    }
    if let match = bare.wholeMatch(of: Self.empty), matcher.find(String(match.place)) != nil {
      return .messageWithoutText
    }
    return nil
  }

  private func asksBack(_ place: Text) -> IntentParser.Intent? {
    matcher.find(String(place)) == nil ? nil : .messageWithoutText
  }

  private func sending(_ text: some StringProtocol, to place: Text) -> IntentParser.Intent? {
    let place = String(place).trimmingCharacters(in: .whitespaces)
    let text = String(text).trimmingCharacters(in: .whitespacesAndNewlines)
    guard matcher.find(place) != nil, !text.isEmpty else { return nil }
    return .call(
      .sendMessage,
      Self.object([("conversation", .string(place)), ("text", .string(text.prefix(1).uppercased() + text.dropFirst()))])
    )
  }

  // MARK: Tasks

  private func task(_ wish: String) -> IntentParser.Intent? {
    guard let match = wish.wholeMatch(of: Self.creating) else {
      guard let match = wish.wholeMatch(of: Self.adding) else { return nil }
      return creation(match.what, owner: "me", place: nil)
    }
    // "for Ada in Operations", "in Operations for Ada" or neither.
    guard match.who == nil, let place = match.place, let range = place.range(of: " for ") else {
      return creation(match.what, owner: match.who, place: match.place)
    }
    return creation(match.what, owner: place[range.upperBound...], place: place[..<range.lowerBound])
  }

  private func creation(_ what: Text, owner: Text?, place: Text?) -> IntentParser.Intent? {
    let text = String(what).trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, TextLength.isWithin(InsightChange.mostText, text) else { return nil }
    return .call(
      .createActionItem,
      Self.object([
        ("text", .string(text.prefix(1).uppercased() + text.dropFirst())), ("owner", Self.optional(owner)),
        ("conversation", Self.optional(place)),
      ]))
  }

  private func change(_ wish: String) -> IntentParser.Intent? {
    if let match = wish.wholeMatch(of: Self.assigningMe) { return changing(match.item, [("owner", .string("me"))]) }
    if let match = wish.wholeMatch(of: Self.assigning) {
      return changing(match.item, [("owner", .string(String(match.who)))])
    }
    if let match = wish.wholeMatch(of: Self.responsible) {
      return changing(match.item, [("owner", .string(String(match.who)))])
    }
    if let match = wish.wholeMatch(of: Self.dueDate) {
      return changing(match.item, [("due", .string(String(match.due)))])
    }
    if let match = wish.wholeMatch(of: Self.moving) {
      return changing(match.item, [("due", .string(String(match.due)))])
    }
    if let match = wish.wholeMatch(of: Self.renaming) {
      return changing(match.item, [("text", .string(String(match.text)))])
    }
    if let match = wish.wholeMatch(of: Self.finished) { return changing(match.item, [("status", "done")]) }
    if let match = wish.wholeMatch(of: Self.closing) ?? wish.wholeMatch(of: Self.stated) {
      return changing(match.item, [("status", "done")])
    }
    if let match = wish.wholeMatch(of: Self.reopening) { return changing(match.item, [("status", "open")]) }
    if let match = wish.wholeMatch(of: Self.dropping) { return changing(match.item, [("status", "dismissed")]) }
    return nil
  }

  private func changing(_ item: Text, _ change: [(String, JSONValue)]) -> IntentParser.Intent? {
    .call(.changeActionItem, Self.object([("item", .string(TextLength.cut(item, to: 300)))] + change))
  }

  // MARK: Marks

  private func mark(_ wish: String) -> IntentParser.Intent? {
    if let match = wish.wholeMatch(of: Self.readingAllOf) {
      return .call(.markRead, Self.object([("all", .bool(false)), ("conversation", .string(String(match.place)))]))
    }
    if wish.firstMatch(of: Self.readingAll) != nil { return .call(.markRead, Self.object([("all", .bool(true))])) }
    if let match = wish.wholeMatch(of: Self.reading) {
      let said = String(match.place)
      let place = (matcher.find(said) ?? matcher.mentioned(in: said)).map { matcher.title(of: $0) } ?? said
      let isThis = ["this", "it", "this conversation", "this chat"].contains(place.lowercased())
      return .call(
        .markRead, Self.object([("all", .bool(false)), ("conversation", isThis ? .null : .string(place))]))
    }
    for pattern in [Self.deciding, Self.recording] {
      guard let match = wish.wholeMatch(of: pattern) else { continue }
      return .call(
        .markDecision,
        Self.object([("message", .string(String(match.what))), ("conversation", Self.optional(match.place))]))
    }
    if let match = wish.wholeMatch(of: Self.ranking) {
      let isUrgent = ["urgent", "important"].contains(match.rank.lowercased())
      return .call(
        .correctPriority, Self.object([("message", .string(String(match.what))), ("isUrgent", .bool(isUrgent))]))
    }
    if let match = wish.wholeMatch(of: Self.lowering) {
      return .call(
        .correctPriority, Self.object([("message", .string(String(match.what))), ("isUrgent", .bool(false))]))
    }
    return nil
  }

  // MARK: People

  private func person(_ wish: String) -> IntentParser.Intent? {
    if let match = wish.wholeMatch(of: Self.starting) {
      return .call(
        .startConversation,
        Self.object([("people", .string(String(match.people))), ("name", Self.optional(match.name ?? match.title))]))
    }
    guard let match = wish.wholeMatch(of: Self.finding) else { return nil }
    return .call(.findPeople, Self.object([("name", .string(TextLength.cut(match.name, to: 120)))]))
  }

  private static func object(_ members: [(String, JSONValue)]) -> JSONValue { .object(JSONObject(members)) }

  private static func optional(_ text: Text?) -> JSONValue {
    guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return .null }
    return .string(text)
  }
}
