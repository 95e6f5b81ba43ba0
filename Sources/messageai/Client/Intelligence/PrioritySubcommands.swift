import ArgumentParser
import Domain

struct PrioritiesSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "priorities",
    abstract: "Messages of the last two weeks by how much they want of you (detectPriorityMessages).")
  @OptionGroup var options: IntelligenceOptions
  @Flag(help: "Those that you have read too.") var all = false

  func run() async throws {
    try await options.run { context in
      let verdicts = try await context.intelligence.priorities(unreadOnly: !all)
      try await context.show(verdicts) { names in
        verdicts.isEmpty ? ["There is nothing."] : verdicts.map(IntelligenceLines(names: names).verdict)
      }
    }
  }
}

struct PrioritySubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "priority", abstract: "Say how much a message wants of you; later ones are judged by it.")
  @OptionGroup var options: IntelligenceOptions
  @Option(name: .customLong("in"), help: "The message's conversation.") var conversation: String
  @Option(help: "Id of the message.") var message: String
  @Argument(help: "urgent, can_wait or ai_handled.") var priority: Priority

  func run() async throws {
    guard let message = MessageID(message) else { throw CommandFailure("\(message) is not the id of a message.") }
    try await options.run { context in
      try await context.intelligence.correct(message, in: try await context.conversation(conversation), to: priority)
    }
  }
}

extension Priority: ExpressibleByArgument {}
