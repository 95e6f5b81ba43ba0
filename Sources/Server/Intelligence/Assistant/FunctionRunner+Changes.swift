import AIProviders
import Domain
import Foundation
import OnBoxAI
import ServerCore

/// What changes something: found as the asker, and proposed in words that name all that happens.
extension FunctionRunner {
  // MARK: Tasks

  func proposeActionItem(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    let outline: ConversationOutline
    let owner: Member?
    if call.text("conversation") == nil, call.current == nil {
      guard let name = call.text("owner"), !Self.isMe(name), let direct = try await matcher(for: asker).find(name)
      else {
        throw Refusal(
          .invalid,
          "A task stands in a conversation, where the others in it see it. Say in which, such as “in Operations”, or open one."
        )
      }
      (outline, owner) = (direct, direct.members.first { $0.user != asker })
    } else {
      outline = try await place(call, asker).0
      owner = try call.text("owner").map { name throws(Refusal) in try member(named: name, of: outline, asker) }
    }
    let matcher = ConversationMatcher(outlines: [outline], asker: asker)
    let title = InvisibleText.stripped(matcher.title(of: outline))
    // What nobody sees cannot be approved.
    let text = try InsightRules.validatedText(InvisibleText.stripped(call.text("text") ?? ""))
    let due = try await due(in: text, for: asker)
    let arguments: JSONValue = [
      "conversation": .string(outline.conversation.id.description), "text": .string(text),
      "owner": owner.map { .string($0.user.description) } ?? .null,
      "due": due.map { .string("\($0.at.milliseconds)") } ?? .null,
    ]
    let whose = owner.map { " for \($0.user == asker ? "you" : InvisibleText.stripped($0.name))" } ?? ""
    let when = due.map { ", due \($0.words)" } ?? ""
    var result = proposing(
      .createActionItem, arguments, "Post in \(title) and mark as a task\(whose)\(when): “\(text)”")
    result.basis.conversations.insert(outline.conversation.id)
    return result
  }

  func proposeItemChange(
    _ call: FunctionCall, _ listed: [Citation], _ asker: UserID
  ) async throws(Refusal) -> FunctionResult {
    let status = call.text("status").flatMap { Insight.Status(rawValue: $0) }
    let former: [Insight.Status] = status == .open ? [.done, .dismissed] : [.open]
    let found = try await items(call.text("item") ?? "", former, listed, asker)
    guard let item = found.first else {
      return FunctionResult(
        status == .open ? "I found no finished action item like that." : "I found no open action item like that.")
    }
    guard found.count == 1 else { return try await which(found, asker) }
    let outline = try await reader.read { try $0.outline(of: item.conversation, for: asker) }
    var change = InsightChange(status: status)
    var words: [String] = []
    if let status { words.append(status == .done ? "mark as done" : status == .open ? "open again" : "dismiss") }
    if let name = call.text("owner") {
      let owner = try member(named: name, of: outline, asker)
      change.owner = owner.user
      words.append("assign to \(owner.user == asker ? "you" : InvisibleText.stripped(owner.name))")
    }
    if let text = call.text("due") {
      guard let due = try await due(in: text, for: asker) else {
        throw Refusal(.invalid, "I do not understand when that is: “\(InvisibleText.stripped(text))”.")
      }
      change.dueAt = due.at
      words.append("make it due \(due.words)")
    }
    if let text = call.text("text") {
      let text = try InsightRules.validatedText(InvisibleText.stripped(text))
      change.text = text
      words.append("call it “\(text)”")
    }
    guard change != InsightChange() else { throw Refusal(.invalid, "Say what is to change.") }
    let arguments: JSONValue = [
      "conversation": .string(item.conversation.description), "insight": .string(item.id.description),
      "status": change.status.map { .string($0.rawValue) } ?? .null,
      "owner": change.owner.map { .string($0.description) } ?? .null,
      "due": change.dueAt.map { .string("\($0.milliseconds)") } ?? .null,
      "text": change.text.map { .string($0) } ?? .null,
    ]
    let deed = words.joined(separator: " and ")
    let summary = "\(deed.prefix(1).uppercased())\(deed.dropFirst()): “\(item.insight.text)”"
    return try await about(item, proposing(.changeActionItem, arguments, summary), asker)
  }

  /// A proposal about an insight rests on all that the insight rests on.
  func about(
    _ item: PlacedInsight, _ proposal: FunctionResult, _ asker: UserID
  ) async throws(Refusal) -> FunctionResult {
    var result = proposal
    result.citations = try await citations(of: [item], for: asker)
    result.basis = Basis(
      conversations: [item.conversation], messages: Set(item.insight.citations + result.citations.map(\.message)))
    return result
  }

  /// The action items that somebody means by their words, or by a place in what was last listed:
  /// their own before those of others. More than one only where the words fit them alike.
  func items(
    _ words: String, _ statuses: [Insight.Status], _ listed: [Citation], _ asker: UserID
  ) async throws(Refusal) -> [PlacedInsight] {
    let filter = InsightFilter(kind: .actionItem, statuses: statuses, limit: 500)
    let found = try await insights.list(filter, asker: asker)
    if let index = Ordinal.index(in: words) {
      guard listed.indices.contains(index) else { return [] }
      return found.first { $0.insight.citations.first == listed[index].message }.map { [$0] } ?? []
    }
    let closest = Self.alike(words, found)
    let own = closest.filter { $0.insight.owner == asker }
    return own.isEmpty ? closest : own
  }

  /// Asks which of several is meant, in a list that the next wish can point into.
  func which(_ found: [PlacedInsight], _ asker: UserID) async throws(Refusal) -> FunctionResult {
    let shown = Self.citedFirst(found).prefix(Self.maximumHits)
    let lines = shown.enumerated().map { "\($0.offset + 1). \($0.element.insight.text)" }
    return try await listing(
      (["Which one do you mean? Say it again with “the first one”, or with more of its words."] + lines)
        .joined(separator: "\n"), Array(shown), asker)
  }

  // MARK: Marks

  func proposeDecision(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    guard let message = try await message(call, asker) else { return FunctionResult("I found no message like that.") }
    let arguments: JSONValue = [
      "conversation": .string(message.conversation.description), "message": .string(message.message.description),
    ]
    return resting(
      on: message,
      proposing(.markDecision, arguments, "Mark as a decision, for all who are there: “\(message.excerpt)”"))
  }

  func proposePriority(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    guard let message = try await message(call, asker) else { return FunctionResult("I found no message like that.") }
    let isUrgent = call.flag("isUrgent")
    let arguments: JSONValue = [
      "conversation": .string(message.conversation.description), "message": .string(message.message.description),
      "isUrgent": .bool(isUrgent),
    ]
    let summary = "Say that this \(isUrgent ? "is urgent" : "can wait") for you: “\(message.excerpt)”"
    return resting(on: message, proposing(.correctPriority, arguments, summary))
  }

  private func resting(on message: Citation, _ proposal: FunctionResult) -> FunctionResult {
    var result = proposal
    result.citations = [message]
    result.basis = Basis([message])
    return result
  }

  /// The message that somebody means: the newest of the conversation, or the best match of the
  /// words.
  private func message(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> Citation? {
    let words = call.text("message") ?? ""
    let last: Set = ["this", "that", "it", "last message", "the last message", "that message", "this message"]
    guard last.contains(ConversationMatcher.folded(words)) else {
      let hits = try await search.search(words, for: asker, limit: Self.maximumHits).map(\.citation)
      guard call.text("conversation") != nil else { return hits.first }
      let place = try await place(call, asker).0.conversation.id
      return hits.first { $0.conversation == place }
    }
    let outline = try await place(call, asker).0
    let newest = try await reader.read { store in
      try store.transcript(
        of: outline.conversation.id, for: asker, from: 1, to: outline.lastSeq, since: nil, limit: 1)
    }
    return newest.last?.citation
  }

  func proposeReading(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    let outlines = call.flag("all") ? try await matcher(for: asker).outlines : [try await place(call, asker).0]
    let unread = outlines.filter { max($0.mine.readSeq, $0.mine.joinSeq) < $0.lastSeq }
    let matcher = ConversationMatcher(outlines: outlines, asker: asker)
    guard let first = unread.first else {
      return FunctionResult(call.flag("all") ? "Everything is read." : "Everything there is read.")
    }
    let places = unread.map { outline -> JSONValue in
      ["conversation": .string(outline.conversation.id.description), "seq": .string("\(outline.lastSeq)")]
    }
    let what =
      unread.count == 1 ? InvisibleText.stripped(matcher.title(of: first)) : "\(unread.count) conversations"
    var result = proposing(.markRead, ["places": .array(places)], "Mark \(what) as read, up to the newest message")
    result.basis.conversations.formUnion(unread.map(\.conversation.id))
    return result
  }

  // MARK: People

  func proposeConversation(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    let names = (call.text("people") ?? "").replacing(" and ", with: ",").split(separator: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    var people: [User] = []
    for name in names {
      let found = try await users(named: name, asker)
      guard let user = found.first else {
        // In it anyway.
        if try await isAsker(name, asker) { continue }
        throw Refusal(.invalid, "I find nobody called \(InvisibleText.stripped(name)).")
      }
      guard found.count == 1 else {
        let all = found.map { InvisibleText.stripped($0.name) }.joined(separator: ", ")
        throw Refusal(.invalid, "More than one person is called that: \(all). Say the whole name.")
      }
      people.append(user)
    }
    guard !people.isEmpty else {
      throw Refusal(.invalid, names.isEmpty ? "Say with whom." : "You are in it anyway. Say with whom else.")
    }
    let name = call.text("name").map { InvisibleText.stripped($0) }
    if name == nil, people.count == 1, let held = try await direct(with: people[0].id, asker) { return held }
    let isGroup = people.count > 1 || name != nil
    let title = name ?? people.map(\.name).joined(separator: ", ")
    let arguments: JSONValue = [
      "people": .array(people.map { .string($0.id.description) }),
      "name": isGroup ? .string(TextLength.cut(title, to: AccountRules.maximumNameLength)) : .null,
    ]
    let with = people.map { InvisibleText.stripped($0.name) }.joined(separator: ", ")
    let what = isGroup ? name.map { "the group “\($0)”" } ?? "a group" : "a conversation"
    return proposing(.startConversation, arguments, "Start \(what) with \(with)")
  }

  /// Where the asker's conversation with somebody is, which needs no start: its newest message
  /// leads there.
  private func direct(with user: UserID, _ asker: UserID) async throws(Refusal) -> FunctionResult? {
    let matcher = try await matcher(for: asker)
    guard
      let outline = matcher.outlines.first(where: { outline in
        outline.conversation.kind == .direct && outline.members.contains { $0.user == user }
      })
    else { return nil }
    let newest = try await reader.read { store in
      try store.transcript(
        of: outline.conversation.id, for: asker, from: 1, to: outline.lastSeq, since: nil, limit: 1)
    }
    let title = InvisibleText.stripped(matcher.title(of: outline))
    let lead = newest.isEmpty ? "" : " This source leads there."
    var result = FunctionResult(
      "Your conversation with \(title) is in your list.\(lead)", citations: newest.map(\.citation))
    result.basis.conversations.insert(outline.conversation.id)
    return result
  }

  func findPeople(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    let found = try await users(named: call.text("name") ?? "", asker)
    guard !found.isEmpty else { return FunctionResult("I find nobody called that.") }
    let lines = found.prefix(Self.maximumHits).map { "• \(Names.plain($0.name))" }
    return FunctionResult((["These people are here:"] + lines).joined(separator: "\n"))
  }

  /// Whole names before parts of one; the asker is left out.
  private func users(named name: String, _ asker: UserID) async throws(Refusal) -> [User] {
    let people = people
    let found = try await reader.compute { try people.store.searchUsers(name, limit: 20) }.filter { $0.id != asker }
    return ConversationMatcher.called(name, among: found, by: \.name)
  }

  private func isAsker(_ name: String, _ asker: UserID) async throws(Refusal) -> Bool {
    let people = people
    let own = try await reader.compute { try people.profile(asker).name }
    return Self.isMe(name) || !ConversationMatcher.called(name, among: [own], by: \.self).isEmpty
  }

  /// Throws `invalid` for nobody there, and for more than one.
  private func member(
    named name: String, of outline: ConversationOutline, _ asker: UserID
  ) throws(Refusal) -> Member {
    if Self.isMe(name) { return outline.mine }
    let found = ConversationMatcher.called(name, among: outline.members, by: \.name)
    guard let member = found.first else {
      throw Refusal(.invalid, "Nobody in that conversation is called \(InvisibleText.stripped(name)).")
    }
    guard found.count == 1 else {
      let all = found.map { InvisibleText.stripped($0.name) }.joined(separator: ", ")
      throw Refusal(.invalid, "More than one person there is called that: \(all). Say the whole name.")
    }
    return member
  }

  private static func isMe(_ name: String) -> Bool {
    ["me", "myself", "mich"].contains(ConversationMatcher.folded(name))
  }

  /// The first time that the text names, in the asker's zone, and how it is shown.
  func due(
    in text: String, for asker: UserID
  ) async throws(Refusal) -> (at: Timestamp, words: String, place: Range<Int>)? {
    let (people, now) = (people, clock.now)
    let zone = try await reader.compute { try people.timeZone(of: asker) }
    let mentions = engine.text.times(in: text, now: now.date, timeZone: zone)
    guard let mention = mentions.first(where: { $0.bound != .after }),
      let instant = mention.instant(in: zone, after: now.date)
    else { return nil }
    var style = Date.FormatStyle(date: .abbreviated, time: mention.time == nil ? .omitted : .shortened)
    style.locale = Locale(identifier: "en_GB")
    style.timeZone = zone
    let weekday = Date.FormatStyle(locale: style.locale, timeZone: zone).weekday(.wide)
    return (Timestamp(instant), "\(instant.formatted(weekday)) \(instant.formatted(style))", mention.range)
  }
}
