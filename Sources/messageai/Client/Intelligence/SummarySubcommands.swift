import ArgumentParser
import Domain
import Terminal
import ViewModels

struct DigestSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "digest", abstract: "What you have missed in all conversations (summarizeUnread).")
  @OptionGroup var options: IntelligenceOptions

  func run() async throws {
    try await options.run { context in
      let output = try await context.intelligence.digest()
      try await context.show(output) { IntelligenceLines(names: $0).output(output) }
    }
  }
}

struct SummarySubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "summary", abstract: "Sum up a conversation (summarizeThread): what is unread, unless told otherwise.")
  @OptionGroup var options: IntelligenceOptions
  @Option(name: .customLong("in"), help: "Id or name of a conversation, or a person's e-mail address.")
  var conversation: String
  @Option(help: "The last so many messages.") var last: Int?
  @Option(help: "The last so many days, such as 7 or 14.") var days: Int?
  @Option(help: "From the message with this seq.") var from: Int64?
  @Option(help: "To the message with this seq.") var to: Int64?
  @Argument(help: "What you want to know about it.") var question: String?

  func validate() throws {
    let given = [last != nil, days != nil, from != nil || to != nil].count { $0 }
    guard given <= 1, (from == nil) == (to == nil) else {
      throw ValidationError("Use one of --last, --days, and --from with --to.")
    }
  }

  func run() async throws {
    var range = SummaryRange.unread
    if let last { range = .last(last) }
    if let days { range = .days(days) }
    if let from, let to { range = .range(from: from, to: to) }
    try await options.run { context in
      let id = try await context.conversation(conversation)
      let output = try await context.intelligence.summarize(id, range, question: question)
      try await context.show(output) { IntelligenceLines(names: $0).output(output) }
    }
  }
}

struct OutputsSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "outputs", abstract: "Earlier summaries, answers and suggestions, newest first.")
  @OptionGroup var options: IntelligenceOptions

  func run() async throws {
    try await options.run { context in
      let outputs = try await context.intelligence.outputs()
      try await context.show(outputs) { names in
        outputs.map { "\(names.moment($0.createdAt)) \($0.kind.rawValue): \($0.title) id: \($0.id)" }
      }
    }
  }
}

struct OutputSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "output", abstract: "Judge, dismiss or share an output.",
    discussion: "Sharing posts it as you, in a conversation where all of it was said.")
  @OptionGroup var options: IntelligenceOptions
  @Argument(help: "Id of the output.") var id: String
  @Flag(help: "It helped.") var helpful = false
  @Flag(help: "It did not help.") var unhelpful = false
  @Option(help: "Why.") var note: String?
  @Flag(help: "Do away with it.") var dismiss = false
  @Flag(help: "Print what sharing it would post.") var preview = false
  @Option(help: "Conversation to post it in.") var share: String?

  func validate() throws {
    guard [helpful, unhelpful, dismiss, preview, share != nil].count(where: { $0 }) == 1 else {
      throw ValidationError("Use one of --helpful, --unhelpful, --dismiss, --preview and --share.")
    }
  }

  func run() async throws {
    guard let output = AIOutputID(id) else { throw CommandFailure("\(id) is not the id of an output.") }
    try await options.run { context in
      if dismiss { return try await context.intelligence.dismiss(output) }
      if preview {
        return print(TerminalText.sanitised(try await context.intelligence.sharePreview(output), multiline: true))
      }
      if let share { return try await context.intelligence.share(output, to: try await context.conversation(share)) }
      try await context.intelligence.setFeedback(helpful ? .helpful : .unhelpful, note: note, of: output)
    }
  }
}
