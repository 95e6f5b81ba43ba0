import AIProviders
import Domain
import Foundation
import ServerCore

/// Runs the assistant's functions as the asker: what reads at once, what writes as a proposal.
package struct FunctionRunner: Sendable {
  static let maximumListed = 15
  static let maximumHits = 8

  let reader: IntelligenceReader
  let people: PeopleDirectory
  let summaries: SummaryService
  let search: SmartSearch
  let answers: AnswerService
  let insights: InsightService
  let priority: PriorityService
  let scheduling: SchedulingService
  let engine: OnBoxEngine
  let clock: any WallClock
  let identifiers: any IdentifierSource

  /// `listed`: the citations of what was last shown, so that "the second one" means something.
  func run(_ call: FunctionCall, listed: [Citation], for asker: UserID) async throws(Refusal) -> FunctionResult {
    try await unguarded(call, listed, asker).guarded
  }

  private func unguarded(
    _ call: FunctionCall, _ listed: [Citation], _ asker: UserID
  ) async throws(Refusal) -> FunctionResult {
    switch call.function {
    case .searchMessages: return try await searchMessages(call, asker)
    case .answerQuestion: return try await result(answers.ask(call.text("question") ?? "", for: asker), asker)
    case .summarizeConversation: return try await summarize(call, asker)
    case .catchUp: return try await result(summaries.digest(for: asker), asker)
    case .listActionItems: return try await listActionItems(call, asker)
    case .listDecisions: return try await listDecisions(call, asker)
    case .lookAgain: return try await lookAgain(call, asker)
    case .listPriorities: return try await listPriorities(asker)
    case .suggestMeetingTimes: return try await suggest(call, asker)
    case .sendMessage: return try await proposeMessage(call, asker)
    case .completeActionItem: return try await proposeCompletion(call, listed, asker)
    case .createActionItem: return try await proposeActionItem(call, asker)
    case .changeActionItem: return try await proposeItemChange(call, listed, asker)
    case .markDecision: return try await proposeDecision(call, asker)
    case .markRead: return try await proposeReading(call, asker)
    case .correctPriority: return try await proposePriority(call, asker)
    case .startConversation: return try await proposeConversation(call, asker)
    case .findPeople: return try await findPeople(call, asker)
    case .rememberFact: return try proposeMemory(call)
    case .remindMe: return try await proposeReminder(call, asker)
    case .listReminders: return try await listReminders(asker)
    }
  }

  /// The asker's conversations, to find one by name.
  func matcher(for asker: UserID) async throws(Refusal) -> ConversationMatcher {
    ConversationMatcher(outlines: try await reader.read { try $0.outlines(for: asker) }, asker: asker)
  }

  /// The named conversation, else the open one. Throws `invalid` when neither is there.
  func place(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> (ConversationOutline, String) {
    let matcher = try await matcher(for: asker)
    if let name = call.text("conversation") {
      guard let found = matcher.find(name) else {
        throw Refusal(.invalid, "You have no conversation called that.")
      }
      return (found, matcher.title(of: found))
    }
    guard let found = matcher.outlines.first(where: { $0.conversation.id == call.current }) else {
      throw Refusal(.invalid, "Say which conversation you mean, or open one.")
    }
    return (found, matcher.title(of: found))
  }

  // MARK: Reading

  private func searchMessages(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    let hits = try await search.search(call.text("query") ?? "", for: asker, limit: Self.maximumHits)
    guard !hits.isEmpty else { return FunctionResult("I found no message about that.") }
    let names = try await names(of: hits.map(\.citation.sender))
    let lines = hits.map { "• \(names[$0.citation.sender]): \($0.citation.excerpt)" }
    return FunctionResult((["This is what I found:"] + lines).joined(separator: "\n"), citations: hits.map(\.citation))
  }

  private func summarize(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    let (outline, _) = try await place(call, asker)
    let unread = max(outline.mine.readSeq, outline.mine.joinSeq) < outline.lastSeq
    let range: SummaryRange = call.number("days").map { .days($0) } ?? (unread ? .unread : .last(100))
    return try await result(
      summaries.summarizeThread(outline.conversation.id, for: asker, range: range, question: call.text("question")),
      asker)
  }

  private func listActionItems(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    var filter = InsightFilter(kind: .actionItem, statuses: [.open], isMaybe: false, limit: Self.maximumListed)
    if call.flag("mine") { filter.owner = asker }
    if let name = call.text("owner") { filter.owner = try await matcher(for: asker).member(named: name).user }
    let isMine = filter.owner == asker
    if call.text("conversation") != nil { filter.conversation = try await place(call, asker).0.conversation.id }
    let listed = try await insights.list(filter, asker: asker)
      .sorted { ($0.insight.dueAt ?? .init(milliseconds: .max)) < ($1.insight.dueAt ?? .init(milliseconds: .max)) }
    let found = Self.citedFirst(listed)
    guard !found.isEmpty else {
      return FunctionResult(isMine ? "Nothing is open for you." : "No action item is open.")
    }
    let names = try await names(of: found.compactMap(\.insight.owner))
    let moments = try await moments(of: asker)
    let lines = found.enumerated().map { index, placed in
      let insight = placed.insight
      let owner = insight.owner.map { " — \(names[$0])" } ?? insight.ownerName.map { " — \($0)" } ?? ""
      let due = insight.dueText ?? insight.dueAt.map { "due \(moments.due($0, said: nil))" }
      return "\(index + 1). \(insight.text)\(owner)\(due.map { ", \($0)" } ?? "")"
    }
    let intro = isMine ? "These are open for you:" : "These action items are open:"
    return try await listing(([intro] + lines).joined(separator: "\n"), found, asker)
  }

  private func listDecisions(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    var filter = InsightFilter(kind: .decision, statuses: [.open, .done], isMaybe: false, limit: Self.maximumListed)
    filter.query = call.text("query")
    if call.text("conversation") != nil { filter.conversation = try await place(call, asker).0.conversation.id }
    var found = try await insights.list(filter, asker: asker)
    if found.isEmpty, let query = filter.query {
      // A question's words seldom all stand in a decision: the fewer filters, the more is found,
      // best first.
      filter.query = nil
      found = Self.closest(to: query, try await insights.list(filter, asker: asker))
    }
    guard !found.isEmpty else { return FunctionResult("I found no decision about that.") }
    let lines = found.enumerated().map { "\($0.offset + 1). \($0.element.insight.text)" }
    return try await listing((["This was decided:"] + lines).joined(separator: "\n"), found, asker)
  }

  private func listPriorities(_ asker: UserID) async throws(Refusal) -> FunctionResult {
    let verdicts = try await priority.detectPriorityMessages(asker: asker, unreadOnly: true)
    let urgent = verdicts.filter { $0.priority == .urgent }
    guard !urgent.isEmpty else {
      return FunctionResult("Nothing urgent is waiting for you. \(verdicts.count) unread messages can wait.")
    }
    let names = try await names(of: urgent.map(\.sender))
    let lines = urgent.prefix(Self.maximumListed).map { "• \(names[$0.sender]): \($0.excerpt) (\($0.reason))" }
    let citations = urgent.prefix(Self.maximumListed).map {
      Citation(
        conversation: $0.conversation, message: $0.message, seq: $0.seq, sender: $0.sender, excerpt: $0.excerpt,
        createdAt: $0.createdAt)
    }
    return FunctionResult((["Urgent for you:"] + lines).joined(separator: "\n"), citations: Array(citations))
  }

  private func suggest(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    let (outline, _) = try await place(call, asker)
    let (present, absent) = try await named(call.text("people") ?? "", in: outline)
    var found = try await result(
      scheduling.suggestMeetingTimes(
        asker: asker, conversation: outline.conversation.id, topic: call.text("topic"),
        minutes: call.number("minutes"), participants: present.isEmpty ? nil : present), asker)
    if !absent.isEmpty {
      let are = absent.count == 1 ? "is" : "are"
      found.text = "\(absent.joined(separator: " and ")) \(are) not in this conversation.\n\(found.text)"
    }
    return found
  }

  /// On the asker's clock.
  private func moments(of asker: UserID) async throws(Refusal) -> MomentWords {
    MomentWords(timeZone: try await reader.compute { [people] in try people.timeZone(of: asker) })
  }

  /// Of the names those of members, and those of others who have an account; what is nobody's name
  /// is left out.
  private func named(
    _ names: String, in outline: ConversationOutline
  ) async throws(Refusal) -> (present: [UserID], absent: [String]) {
    var (present, absent): ([UserID], [String]) = ([], [])
    for name in names.split(separator: ",").map({ ConversationMatcher.folded(String($0)) }) where !name.isEmpty {
      func isNamed(_ whole: String) -> Bool { " \(ConversationMatcher.folded(whole)) ".contains(" \(name) ") }
      let members = outline.members.filter { isNamed($0.name) }
      present += members.map(\.user)
      guard members.isEmpty else { continue }
      let people = people
      let others = try await reader.compute { try people.store.searchUsers(name, limit: 20) }
      if let other = others.first(where: { isNamed($0.name) }) {
        absent.append(others.count { isNamed($0.name) } == 1 ? Names.plain(other.name) : name.capitalized)
      }
    }
    return (present, absent)
  }

  /// An output in the words of a talk, resting on all that the output rests on.
  private func result(_ output: AIOutput, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    let record = try await reader.read { try $0.record(.outputs, id: output.id.description, of: asker) }
    var result = FunctionResult(output, moments: try await moments(of: asker))
    if let record {
      result.basis.formUnion(Basis(conversations: Set(record.conversations), messages: Set(record.sources)))
    }
    return result
  }

  // MARK: Proposing

  private func proposeMessage(_ call: FunctionCall, _ asker: UserID) async throws(Refusal) -> FunctionResult {
    let (outline, title) = try await place(call, asker)
    // What nobody sees cannot be approved.
    let text = try MessageText.validated(InvisibleText.stripped(call.text("text") ?? ""))
    let arguments: JSONValue = [
      "conversation": .string(outline.conversation.id.description), "text": .string(text),
    ]
    var result = proposing(.sendMessage, arguments, "Send to \(InvisibleText.stripped(title)): “\(text)”")
    result.basis.conversations.insert(outline.conversation.id)
    return result
  }

  private func proposeCompletion(
    _ call: FunctionCall, _ listed: [Citation], _ asker: UserID
  ) async throws(Refusal) -> FunctionResult {
    let found = try await items(call.text("item") ?? "", [.open], listed, asker)
    guard let item = found.first else { return FunctionResult("I found no open action item like that.") }
    guard found.count == 1 else { return try await which(found, asker) }
    let arguments: JSONValue = [
      "conversation": .string(item.conversation.description), "insight": .string(item.id.description),
    ]
    let proposal = proposing(.completeActionItem, arguments, "Mark as done: “\(item.insight.text)”")
    return try await about(item, proposal, asker)
  }

  private func proposeMemory(_ call: FunctionCall) throws(Refusal) -> FunctionResult {
    let text = try MessageText.validated(InvisibleText.stripped(call.text("text") ?? ""))
    return proposing(.rememberFact, ["text": .string(text)], "Remember: “\(text)”")
  }

  func proposing(_ function: AssistantFunction, _ arguments: JSONValue, _ summary: String) -> FunctionResult {
    let proposal = ActionProposal(
      id: identifiers.next(), function: function.rawValue, arguments: arguments.text, summary: summary)
    return FunctionResult("Shall I do this?", proposals: [proposal])
  }

  // MARK: Helpers

  /// A list of insights, resting on all that they rest on.
  func listing(
    _ text: String, _ found: [PlacedInsight], _ asker: UserID
  ) async throws(Refusal) -> FunctionResult {
    var result = FunctionResult(text, citations: try await citations(of: found, for: asker))
    let messages = Set(found.flatMap(\.insight.citations))
    result.basis.formUnion(Basis(conversations: Set(found.map(\.conversation)), messages: messages))
    return result
  }

  /// Those that share words with the text, most first.
  private static func closest(to text: String, _ insights: [PlacedInsight]) -> [PlacedInsight] {
    scored(text, insights).sorted { $0.score > $1.score }.map(\.insight)
  }

  /// Those that share the most words with the text.
  static func alike(_ text: String, _ insights: [PlacedInsight]) -> [PlacedInsight] {
    let found = scored(text, insights)
    let best = found.map(\.score).max()
    return found.filter { $0.score == best }.map(\.insight)
  }

  private static func scored(
    _ text: String, _ insights: [PlacedInsight]
  ) -> [(insight: PlacedInsight, score: Int)] {
    let wanted = QuestionWords.content(text)
    return insights.map { ($0, QuestionWords.content($0.insight.text).intersection(wanted).count) }.filter { $0.1 > 0 }
  }

  private func names(of users: [UserID]) async throws(Refusal) -> Names {
    let people = people
    return try await reader.compute { try people.names(of: Set(users), members: []) }
  }

  /// Tasks that were written without a message last: the place of any other in the list is that of
  /// its citation, by which the next wish finds it.
  static func citedFirst(_ found: [PlacedInsight]) -> [PlacedInsight] {
    found.filter { !$0.insight.citations.isEmpty } + found.filter(\.insight.citations.isEmpty)
  }

  /// The main source of each, in their order; those that the asker cannot read any more are left
  /// out.
  func citations(of insights: [PlacedInsight], for asker: UserID) async throws(Refusal) -> [Citation] {
    let ids = insights.compactMap(\.insight.citations.first)
    let messages = try await reader.read { try $0.messages(ids, for: asker) }
    let byID = Dictionary(messages.map { ($0.message.id, $0) }, uniquingKeysWith: { first, _ in first })
    return ids.compactMap { byID[$0]?.citation }
  }
}
