import ArgumentParser
import Domain
import Foundation
import ViewModels

private let maybeDiscussion = """
  What was found with little confidence stands at the end with [?]. `change ID --status open` accepts it, `change ID \
  --status dismissed` dismisses it.
  """

private func validateAgain(_ again: Bool, in conversation: String?) throws {
  guard !again || conversation != nil else { throw ValidationError("--again needs a conversation: --in.") }
}

struct ActionItemsSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "actions", abstract: "Who is to do what, by when (extractActionItems).",
    discussion: maybeDiscussion)
  @OptionGroup var options: IntelligenceOptions
  @Option(name: .customLong("in"), help: "Only of this conversation.") var conversation: String?
  @Flag(help: "Only yours.") var mine = false
  @Flag(help: "Those that are done and dismissed too.") var all = false
  @Flag(help: "Have the last weeks of the conversation read once more first.") var again = false
  @Flag(help: "Yours that are open, as an iCalendar file of to-dos.") var calendar = false

  func validate() throws {
    try validateAgain(again, in: conversation)
    guard !calendar || (conversation == nil && !all && !again) else {
      throw ValidationError("--calendar is of all your open action items.")
    }
  }

  func run() async throws {
    try await options.run { context in
      if calendar {
        let file = try await context.intelligence.actionItemsCalendar()
        return try FileHandle.standardOutput.write(contentsOf: Data(file.utf8))
      }
      let id = try await context.optional(conversation)
      if again { try await context.lookAgain(for: .actionItem, in: id) }
      let filter = InsightFilter(
        kind: .actionItem, statuses: all ? nil : [.open], conversation: id, owner: mine ? context.me.id : nil)
      try await context.show(insights: filter)
    }
  }
}

struct DecisionsSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decisions", abstract: "What was decided (trackDecisions), newest first.",
    discussion: maybeDiscussion)
  @OptionGroup var options: IntelligenceOptions
  @Option(name: .customLong("in"), help: "Only of this conversation.") var conversation: String?
  @Flag(help: "Have the last weeks of the conversation read once more first.") var again = false
  @Argument(help: "Words that must occur.") var words: [String] = []

  func validate() throws { try validateAgain(again, in: conversation) }

  func run() async throws {
    try await options.run { context in
      let id = try await context.optional(conversation)
      if again { try await context.lookAgain(for: .decision, in: id) }
      let filter = InsightFilter(
        kind: .decision, statuses: [.open, .done], conversation: id,
        query: words.isEmpty ? nil : words.joined(separator: " "))
      try await context.show(insights: filter)
    }
  }
}

struct MeetingsSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meetings", abstract: "Who wants to meet (detectScheduling); `meet` finds the times.")
  @OptionGroup var options: IntelligenceOptions
  @Option(name: .customLong("in"), help: "Only of this conversation.") var conversation: String?

  func run() async throws {
    try await options.run { context in
      try await context.show(
        insights: InsightFilter(
          kind: .scheduling, statuses: [.open], conversation: try await context.optional(conversation)))
    }
  }
}

struct MarkSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark", abstract: "Make an action item or a decision of a message, by hand.")
  @OptionGroup var options: IntelligenceOptions
  @Option(name: .customLong("in"), help: "The message's conversation.") var conversation: String
  @Option(help: "Id of the message, as `export` and `send` print it.") var message: String
  @Flag(help: "A decision; an action item unless given.") var decision = false
  @Argument(help: "In which words; the message's own unless given.") var text: [String] = []

  func run() async throws {
    guard let message = MessageID(message) else { throw CommandFailure("\(message) is not the id of a message.") }
    try await options.run { context in
      let id = try await context.conversation(conversation)
      let insight = try await context.intelligence.mark(
        decision ? .decision : .actionItem, message: message, in: id,
        text: text.isEmpty ? nil : text.joined(separator: " "))
      try await context.show(PlacedInsight(conversation: id, insight: insight))
    }
  }
}

struct TaskSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "task", abstract: "Write a task that no message stands behind.")
  @OptionGroup var options: IntelligenceOptions
  @Option(name: .customLong("in"), help: "The conversation, whose members see it.") var conversation: String
  @Option(help: "Name of the member who is to do it.") var owner: String?
  @Option(help: "When it is due: 2026-01-31, or 2026-01-31T15:00.") var due: DueArgument?
  @Argument(help: "What is to be done.") var text: [String]

  func run() async throws {
    try await options.run { context in
      let id = try await context.conversation(conversation)
      var task = NewTask(text: text.joined(separator: " "), dueAt: due?.time)
      if let owner { task.owner = try await context.member(owner, of: id) }
      let insight = try await context.intelligence.write(task, in: id)
      try await context.show(PlacedInsight(conversation: id, insight: insight))
    }
  }
}

struct ChangeSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "change", abstract: "Complete, dismiss, reword, assign or date an action item or a decision.")
  @OptionGroup var options: IntelligenceOptions
  @Argument(help: "Its id.") var id: String
  @Option(help: "open, done or dismissed.") var status: Insight.Status?
  @Option(help: "Other words.") var text: String?
  @Option(help: "Name of the member who is to do it.") var owner: String?
  @Flag(help: "Nobody is to do it.") var noOwner = false
  @Option(help: "When it is due: 2026-01-31, or 2026-01-31T15:00.") var due: DueArgument?
  @Flag(help: "It is due at no time.") var noDue = false
  @Option(parsing: .upToNextOption, help: "Its tags from now on.") var tags: [String] = []
  @Option(help: "What led to it; empty takes that away.") var context: String?
  @Option(parsing: .upToNextOption, help: "Names of the members who took part.") var participants: [String] = []

  func validate() throws {
    guard owner == nil || !noOwner, due == nil || !noDue else { throw ValidationError("That contradicts itself.") }
    guard status != .withdrawn else { throw ValidationError("--status is open, done or dismissed.") }
  }

  func run() async throws {
    try await options.run { context in
      let placed = try await context.insight(id)
      var change = InsightChange(text: text, status: status, dueAt: due?.time, tags: tags.isEmpty ? nil : tags)
      change.context = self.context
      if !participants.isEmpty {
        var users: [UserID] = []
        for name in participants { users.append(try await context.member(name, of: placed.conversation)) }
        change.participants = users
      }
      if noOwner { change.removesOwner = true }
      if noDue { change.removesDue = true }
      if let owner { change.owner = try await context.member(owner, of: placed.conversation) }
      guard change != InsightChange() else { throw CommandFailure("There is nothing to change.") }
      let insight = try await context.intelligence.change(change, of: placed.id, in: placed.conversation)
      try await context.show(PlacedInsight(conversation: placed.conversation, insight: insight))
    }
  }
}

extension Insight.Status: ExpressibleByArgument {}

/// A day, due at the end of its working hours, or a time of a day; on this machine's clock.
struct DueArgument: ExpressibleByArgument {
  private static let endOfWork = 17

  let time: Timestamp

  init?(argument: String) {
    let halves = argument.split(separator: "T", omittingEmptySubsequences: false).map(String.init)
    let day = halves[0].split(separator: "-").compactMap { Int($0) }
    let clock = halves.count == 2 ? halves[1].split(separator: ":").compactMap { Int($0) } : [Self.endOfWork, 0]
    guard halves.count <= 2, day.count == 3, clock.count == 2, (0...23).contains(clock[0]), (0...59).contains(clock[1])
    else { return nil }
    let parts = DateComponents(year: day[0], month: day[1], day: day[2], hour: clock[0], minute: clock[1])
    guard parts.isValidDate(in: .current), let date = Calendar.current.date(from: parts) else { return nil }
    time = Timestamp(date)
  }
}

extension AICommandContext {
  func optional(_ conversation: String?) async throws -> ConversationID? {
    guard let conversation else { return nil }
    return try await self.conversation(conversation)
  }

  func show(insights filter: InsightFilter) async throws {
    let all = try await insights(filter)
    let found = all.filter { !$0.insight.isMaybe } + all.filter(\.insight.isMaybe)
    try await show(found) { names in
      found.isEmpty ? ["There are none."] : found.map(IntelligenceLines(names: names).insight)
    }
    if let conversation = filter.conversation, filter.kind != .scheduling { await tellOfWork(in: conversation) }
  }

  /// Says on the error output when the AI is not through with a conversation.
  private func tellOfWork(in conversation: ConversationID) async {
    do {
      let waiting = try await intelligence.waitingMessages(in: conversation)
      if let text = ConversationWorkModel.text(of: waiting) { tellAside(text.english) }
    } catch {
      // What is listed is true without it.
    }
  }

  func show(_ placed: PlacedInsight) async throws {
    try await show(placed) { [IntelligenceLines(names: $0).insight(placed)] }
  }

  /// The present member of that name, whole or first.
  func member(_ name: String, of conversation: ConversationID) async throws -> UserID {
    let members = await client.messages.observeTimeline(conversation).first { _ in true }?.members ?? []
    let wanted = name.lowercased()
    let found = members.filter { member in
      let own = member.name.lowercased()
      return member.leftAt == nil && (own == wanted || own.split(separator: " ").first.map(String.init) == wanted)
    }
    guard let member = found.first, found.count == 1 else {
      throw CommandFailure(found.isEmpty ? "There is no member “\(name)”." : "Several members are called “\(name)”.")
    }
    return member.user
  }
}
