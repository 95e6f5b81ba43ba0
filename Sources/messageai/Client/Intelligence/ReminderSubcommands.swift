import ArgumentParser
import Domain

struct RemindersSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reminders", abstract: "What you are reminded of: what is due, then by time (listReminders).")
  @OptionGroup var options: IntelligenceOptions

  func run() async throws {
    try await options.run { context in
      try await context.waitUntilCurrent()
      let found = await context.client.reminders.observeReminders().first { _ in true } ?? []
      try await context.show(found) { names in
        found.isEmpty ? ["There is nothing."] : found.map(IntelligenceLines(names: names).reminder)
      }
    }
  }
}

struct RemindSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remind", abstract: "Be reminded at a time, of a message or of words of your own.")
  @OptionGroup var options: IntelligenceOptions
  @Option(help: "When: 2026-01-31T15:00; 17:00 on a day that is given alone.") var at: DueArgument
  @Option(name: .customLong("in"), help: "The message's conversation.") var conversation: String?
  @Option(help: "Id of the message.") var message: String?
  @Argument(help: "Of what, where it is not of a message.") var text: [String] = []

  func validate() throws {
    guard (conversation == nil) == (message == nil) else {
      throw ValidationError("Give --in and --message together.")
    }
    guard (message == nil) != text.isEmpty else { throw ValidationError("Give either --message or words of your own.") }
  }

  func run() async throws {
    try await options.run { context in
      let named = try message.map { text in
        guard let id = MessageID(text) else { throw CommandFailure("\(text) is not the id of a message.") }
        return id
      }
      let reminder = try await context.client.reminders.remind(
        at: at.time, text: text.isEmpty ? nil : text.joined(separator: " "), of: named,
        in: try await context.optional(conversation))
      try await context.show(reminder) { [IntelligenceLines(names: $0).reminder(reminder)] }
    }
  }
}

struct ReminderSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reminder", abstract: "Be done with a reminder, or have it later.")
  @OptionGroup var options: IntelligenceOptions
  @Argument(help: "Its id.") var id: String
  @Flag(help: "It is done.") var done = false
  @Option(help: "Another time: 2026-01-31T15:00.") var at: DueArgument?

  func validate() throws {
    guard done != (at != nil) else { throw ValidationError("Use one of --done and --at.") }
  }

  func run() async throws {
    guard let reminder = ReminderID(id) else { throw CommandFailure("\(id) is not the id of a reminder.") }
    try await options.run { context in
      if let at { return try await context.client.reminders.postpone(reminder, to: at.time) }
      try await context.client.reminders.finish(reminder)
    }
  }
}

struct OpinionSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "opinion", abstract: "Say whether something that is shown of a message helps you.",
    discussion: "What does not help is not shown to you again.")
  @OptionGroup var options: IntelligenceOptions
  @Option(name: .customLong("in"), help: "The message's conversation.") var conversation: String
  @Option(help: "Id of the message.") var message: String
  @Flag(help: "It helps.") var helpful = false
  @Flag(help: "It does not.") var unhelpful = false
  @Flag(help: "Neither: show it again.") var none = false
  @Argument(help: "What: digest, priority, action_item, decision or scheduling.") var subject: Opinion.Subject

  func validate() throws {
    guard [helpful, unhelpful, none].count(where: { $0 }) == 1 else {
      throw ValidationError("Use one of --helpful, --unhelpful and --none.")
    }
  }

  func run() async throws {
    guard let message = MessageID(message) else { throw CommandFailure("\(message) is not the id of a message.") }
    try await options.run { context in
      try await context.client.reminders.setOpinion(
        none ? nil : helpful ? .helpful : .unhelpful, of: subject, message,
        in: try await context.conversation(conversation))
    }
  }
}

extension Opinion.Subject: ExpressibleByArgument {}

/// `08:00`: minutes after midnight.
struct MinuteArgument: ExpressibleByArgument {
  let minute: Int

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false).compactMap { Int($0) }
    guard parts.count == 2, (0...23).contains(parts[0]), (0...59).contains(parts[1]) else { return nil }
    minute = parts[0] * 60 + parts[1]
  }
}
