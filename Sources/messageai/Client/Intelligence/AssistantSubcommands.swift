import ArgumentParser
import Domain

struct TalkSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "talk", abstract: "Say something to the assistant (executeFunction).",
    discussion: "What it would write waits for your approval: `messageai ai approve ID`.")
  @OptionGroup var options: IntelligenceOptions
  @Option(name: .customLong("in"), help: "The conversation that you mean.") var conversation: String?
  @Argument(help: "What you say.") var text: [String]

  func run() async throws {
    try await options.run { context in
      let about = try await context.optional(conversation)
      var answer: AssistantMessage?
      for try await message in context.intelligence.talk(text.joined(separator: " "), about: about) { answer = message }
      guard let answer else { throw CommandFailure("The assistant did not answer.") }
      try await context.show(answer) { IntelligenceLines(names: $0).talk(answer) }
    }
  }
}

struct ApproveSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "approve", abstract: "Let the assistant do what it has proposed, exactly once.")
  @OptionGroup var options: IntelligenceOptions
  @Argument(help: "Id of the proposal.") var id: String

  func run() async throws {
    try await options.run { try await $0.decide(id, isApproved: true) }
  }
}

struct RejectSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reject", abstract: "Keep the assistant from what it has proposed.")
  @OptionGroup var options: IntelligenceOptions
  @Argument(help: "Id of the proposal.") var id: String

  func run() async throws {
    try await options.run { try await $0.decide(id, isApproved: false) }
  }
}

struct HistorySubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history", abstract: "The talk with the assistant, oldest first.")
  @OptionGroup var options: IntelligenceOptions
  @Flag(help: "Erase it.") var erase = false

  func run() async throws {
    try await options.run { context in
      if erase { return try await context.intelligence.eraseHistory() }
      let history = try await context.intelligence.history()
      try await context.show(history) { names in history.flatMap(IntelligenceLines(names: names).talk) }
    }
  }
}

struct MemorySubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory", abstract: "What the assistant keeps about you.")
  @OptionGroup var options: IntelligenceOptions
  @Option(help: "Id of what it is to forget.") var forget: String?

  func run() async throws {
    try await options.run { context in
      if let forget {
        guard let entry = MemoryEntryID(forget) else { throw CommandFailure("\(forget) is not the id of an entry.") }
        return try await context.intelligence.erase(entry)
      }
      let entries = try await context.intelligence.memory()
      try await context.show(entries) { names in
        entries.map { "\(names.moment($0.createdAt)) \($0.text) id: \($0.id)" }
      }
    }
  }
}

extension AICommandContext {
  fileprivate func decide(_ id: String, isApproved: Bool) async throws {
    guard let proposal = ActionProposalID(id) else { throw CommandFailure("\(id) is not the id of a proposal.") }
    let decided = try await intelligence.decide(proposal, isApproved: isApproved)
    try await show(decided) { _ in
      ["\(decided.summary): \(decided.state.rawValue)" + (decided.result.map { ". \($0)" } ?? "")]
    }
    if isApproved, decided.state != .done { throw CommandFailure("It was not done.") }
  }
}
