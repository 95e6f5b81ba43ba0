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

  // MARK: Messages

  private func message(_ wish: String) -> IntentParser.Intent? {
    if let match = wish.wholeMatch(of: Self.quoted) { return sending(match.text, to: match.place) }
    if let match = wish.wholeMatch(of: Self.posting) { return sending(match.text, to: match.place) }
    if let match = wish.wholeMatch(of: Self.letting) { return sending(match.text, to: match.place) }
    let bare = Self.bare(wish)
    if let match = bare.wholeMatch(of: Self.requesting) { return sending("Could you \(match.text)?", to: match.place) }
    if let match = bare.wholeMatch(of: Self.asking) {
      return sending("I would like to know \(match.word.lowercased()) \(match.text).", to: match.place)
    }
    if let match = bare.wholeMatch(of: Self.empty), matcher.find(String(match.place)) != nil {
      return .messageWithoutText
    }
    return nil
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
    if let match = wish.wholeMatch(of: Self.reopening) { return changing(match.item, [("status", "open")]) }
    if let match = wish.wholeMatch(of: Self.dropping) { return changing(match.item, [("status", "dismissed")]) }
    return nil
  }

  private func changing(_ item: Text, _ change: [(String, JSONValue)]) -> IntentParser.Intent? {
    .call(.changeActionItem, Self.object([("item", .string(TextLength.cut(item, to: 300)))] + change))
  }

  // MARK: Marks

  private func mark(_ wish: String) -> IntentParser.Intent? {
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
        Self.object([("people", .string(String(match.people))), ("name", Self.optional(match.name))]))
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

// MARK: - How people say it

/// Regular expressions are not `Sendable`, so each is made where it is used.
extension WishParser {
  private typealias Item = (Substring, item: Substring)

  private static var opening: some RegexComponent<Substring> {
    #/
      (?:(?:hey|hi|ok|okay)[,!]?\s+|please,?\s+|(?:can|could|would|will)\x20you\x20(?:please\x20)?|i\x20
      (?:want|need)\x20you\x20to\x20|i(?:'d|\x20would)\x20like\x20(?:you\x20)?to\x20|help\x20me\x20(?:to\x20)?|
      let's\x20)
    /#
    .ignoresCase()
  }
  private static var ending: some RegexComponent<Substring> {
    #/(?:,? please)?[.!?\s]*$/#.ignoresCase()
  }

  private static var quoted: Regex<(Substring, text: Substring, place: Substring)> {
    #/(?:send|post|write|say) [“"'](?<text>.+)[”"'] (?:to|in) (?<place>.+)/#.ignoresCase()
  }
  private static var posting: Regex<(Substring, place: Substring, text: Substring)> {
    #/(?:post|say|reply|answer|write)(?: (?:this|something))? (?:to|in) (?<place>[^:]{1,120}): ?(?<text>.+)/#
      .ignoresCase().dotMatchesNewlines()
  }
  private static var letting: Regex<(Substring, place: Substring, text: Substring)> {
    #/let (?<place>.{1,120}?) know (?:that )?(?<text>.+)/#.ignoresCase()
  }
  private static var requesting: Regex<(Substring, place: Substring, text: Substring)> {
    #/ask (?<place>.{1,120}?) to (?<text>.+)/#.ignoresCase()
  }
  private static var asking: Regex<(Substring, place: Substring, word: Substring, text: Substring)> {
    #/ask (?<place>.{1,120}?) (?<word>if|whether|when|where|what|which|who|why|how) (?<text>.+)/#.ignoresCase()
  }
  private static var empty: Regex<(Substring, place: Substring)> {
    #/(?:send|write) (?:a message to )?(?<place>.{1,120}?)(?: a message)?/#.ignoresCase()
  }

  private static var creating: Regex<(Substring, who: Substring?, place: Substring?, what: Substring)> {
    #/
      (?:create|add|make|open|note|new|erstelle)(?:\x20down)?(?:\x20me)?(?:\x20an?|\x20eine)?
      (?:\x20new)?\x20(?:task|to-?do|action\x20item|aufgabe)(?:\x20for\x20(?<who>(?:(?!\x20in\x20|:|
      \x20to\x20).){1,80}))?(?:\x20in\x20(?<place>(?:(?!:|\x20to\x20).){1,120}))?(?::\x20?|\x20to\x20|
      \x20that\x20|\x20called\x20|\x20–\x20|\x20-\x20)(?<what>.+)
    /#
    .ignoresCase()
  }
  private static var adding: Regex<(Substring, what: Substring)> {
    #/(?:add|put) (?<what>.+) (?:to|on) my (?:to-?do list|to-?dos|tasks|task list|list)/#.ignoresCase()
  }
  private static var assigningMe: Regex<Item> {
    #/assign (?:me|myself) (?:to )?(?:the )?(?:(?:task|action item) )?(?<item>.+)/#.ignoresCase()
  }
  private static var assigning: Regex<(Substring, item: Substring, who: Substring)> {
    #/
      (?:assign|give|hand|reassign)\x20(?:the\x20)?(?:(?:task|action\x20item)\x20)?
      (?<item>.+?)(?:\x20over)?\x20to\x20(?<who>.{1,80})
    /#.ignoresCase()
  }
  private static var responsible: Regex<(Substring, who: Substring, item: Substring)> {
    #/make (?<who>.{1,80}?) (?:responsible for|the owner of) (?:the )?(?<item>.+)/#.ignoresCase()
  }
  private static var dueDate: Regex<(Substring, item: Substring, due: Substring)> {
    #/
      (?:set|change|move|push|make)\x20(?:the\x20)?(?:due\x20date|deadline|due)\x20(?:of|for|on)\x20
      (?:the\x20)?(?<item>.+)\x20(?:to|until|by)\x20(?<due>.{1,80})
    /#
    .ignoresCase()
  }
  private static var moving: Regex<(Substring, item: Substring, due: Substring)> {
    #/
      (?:move|postpone|push|reschedule|delay|shift)\x20(?:the\x20)?(?:(?:task|action\x20item)\x20)?
      (?<item>.+)\x20(?:to|until|till|by)\x20(?<due>.{1,80})
    /#
    .ignoresCase()
  }
  private static var renaming: Regex<(Substring, item: Substring, text: Substring)> {
    #/
      (?:rename|reword)\x20(?:the\x20)?(?:(?:task|action\x20item|to-?do)\x20)?(?<item>.+?)\x20(?:to|into|
      as)\x20(?<text>.{1,300})
    /#.ignoresCase()
  }
  private static var finished: Regex<Item> {
    #/
      (?:i(?:'ve|\x20have)?(?:\x20just)?\x20(?:finished|done|completed)|i(?:'m|\x20am)\x20done\x20with|
      close|check\x20off)\x20(?:with\x20)?(?:the\x20)?(?:(?:task|action\x20item|to-?do)\x20)?
      (?<item>.+)
    /#
    .ignoresCase()
  }
  private static var reopening: Regex<Item> {
    #/(?:reopen|re-open|open again) (?:the )?(?:(?:task|action item|to-?do) )?(?<item>.+)/#.ignoresCase()
  }
  private static var dropping: Regex<Item> {
    #/
      (?:dismiss|drop|delete|remove|cancel)\x20(?:the\x20)?(?:task|action\x20item|to-?do)(?:\x20about|
      \x20to|\x20for|:)?\x20(?<item>.+)
    /#.ignoresCase()
  }

  private static var readingAll: Regex<Substring> {
    #/
      ^mark\x20(?:everything|all|all\x20(?:conversations|messages|chats)|all\x20my\x20(?:conversations|
      messages|chats))\x20(?:as\x20)?read$
    /#
    .ignoresCase()
  }
  private static var reading: Regex<(Substring, place: Substring)> {
    #/mark (?<place>.{1,120}?) (?:as )?read/#.ignoresCase()
  }
  private static var deciding: Regex<(Substring, what: Substring, place: Substring?)> {
    #/
      (?:mark|save|record|note|log|keep)\x20(?<what>.+?)\x20as\x20(?:a\x20|the\x20|our\x20)?decision
      (?:\x20in\x20(?<place>.{1,120}))?
    /#.ignoresCase()
  }
  private static var recording: Regex<(Substring, what: Substring, place: Substring?)> {
    #/
      (?:record|note|log|save)\x20(?:the\x20|a\x20|our\x20)?decision\x20(?:that|to|about|on|:)?\x20?
      (?<what>.+?)(?:\x20in\x20(?<place>\S{1,120}))?
    /#
    .ignoresCase()
  }
  private static var ranking: Regex<(Substring, what: Substring, rank: Substring)> {
    #/mark (?<what>.+?) as (?<rank>urgent|important|not urgent|not important|unimportant|low priority)/#.ignoresCase()
  }
  private static var lowering: Regex<(Substring, what: Substring)> {
    #/
      (?<what>the\x20message\x20.+?|that\x20message|the\x20last\x20message.*?)\x20(?:is\x20not\x20urgent|
      isn't\x20urgent|is\x20not\x20important|isn't\x20important|can\x20wait)
    /#
    .ignoresCase()
  }

  private static var starting: Regex<(Substring, name: Substring?, people: Substring)> {
    #/
      (?:start|open|create|begin|make)\x20(?:a\x20|an\x20)?(?:new\x20)?(?:private\x20)?(?:chat|
      conversation|dm|direct\x20message|group|group\x20chat)(?:\x20called\x20(?<name>.{1,80}?))?\x20with\x20
      (?<people>.{1,300})
    /#
    .ignoresCase()
  }
  private static var finding: Regex<(Substring, name: Substring)> {
    #/
      (?:find|look\x20up|search\x20for|is\x20there|show\x20me)\x20(?:people|a\x20person|the\x20person|
      somebody|someone|anybody|anyone|a\x20colleague|the\x20colleague|my\x20colleague)\x20(?:called|named|
      with\x20the\x20name)?\x20?(?<name>.{1,120}?)(?:\x20in\x20the\x20team|\x20here)?
    /#
    .ignoresCase()
  }
  private static var writing: some RegexComponent<Substring> {
    #/
      ^(?:draft|compose|translate|rephrase|rewrite|reword|proofread|improve|polish|brainstorm|
      generate|explain|invent|write\x20(?:a|an|me|my|the|down)|come\x20up\x20with|make\x20(?:this|that|
      it)\x20(?:shorter|nicer|friendlier))\b
    /#
    .ignoresCase()
  }
  private static var reminder: Regex<(Substring, what: Substring)> {
    #/
      (?:remind\x20me|set\x20(?:a|me\x20a)\x20(?:reminder|alarm|timer)|wake\x20me(?:\x20up)?|erinnere?\x20mich)
      [,:]?\x20(?<what>.+)
    /#
    .ignoresCase().dotMatchesNewlines()
  }
  /// Verbs of what people ask of assistants elsewhere.
  private static var beyond: some RegexComponent<Substring> {
    #/
      ^(?:book|order|buy|call|phone|invite|mute|unmute|archive|pin|delete|remove|kick|ban|block|
      upload|download|print|play|turn|install|deploy|run|restart|pay|transfer|react|forward|edit|undo|
      change|leave|join|schedule\x20a\x20message)\b
    /#
    .ignoresCase()
  }
}
