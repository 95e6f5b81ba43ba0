import ArgumentParser
import Domain
import ServerCore
import Terminal

/// `messageai admin retention`
struct AdminRetentionCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retention", abstract: "For how long messages are kept.",
    subcommands: [AdminRetentionList.self, AdminRetentionSet.self])
}

struct AdminRetentionList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Say for how long messages are kept, and what is under a legal hold.",
    discussion: "One line for the workspace, and one for each conversation with a rule of its own and each hold.")
  @OptionGroup var folder: DataFolderOption

  func run() async throws {
    guard let overview = try await AdminSession.run(folder, .retention(.overview)).retention else { return }
    print(["workspace", Retention(days: overview.days).words].joined(separator: "\t"))
    for item in overview.conversations {
      let words = item.days.map { Retention(days: $0).words } ?? "as the workspace"
      print(
        TerminalText.columns([
          "conversation", item.conversation.description, words, item.isHeld ? "held" : "not held", item.name ?? "",
        ]))
    }
    for person in overview.people { print(TerminalText.columns(["person", person.email, "held"])) }
  }
}

struct AdminRetentionSet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change for how long messages are kept.",
    discussion: "What is older is erased within an hour, and cannot be brought back.")
  @OptionGroup var folder: DataFolderOption
  @Option(help: "Days for which messages are kept: 1 to 3,650.") var days: Int64?
  @Flag(help: "Keep them for ever.") var forever = false
  @Flag(help: "Keep them as the workspace says; only with --conversation.") var asWorkspace = false
  @Option(help: "Id of the one conversation that it is for: the last part of its address in the web client.")
  var conversation: String?

  func validate() throws {
    guard [days != nil, forever, asWorkspace].count(where: { $0 }) == 1 else {
      throw ValidationError("Give one of --days, --forever and --as-workspace.")
    }
    guard days != 0 else { throw ValidationError("Messages are kept for at least one day.") }
    guard !asWorkspace || conversation != nil else {
      throw ValidationError("Say with --conversation what is to be kept as the workspace says.")
    }
  }

  func run() async throws {
    let retention = asWorkspace ? nil : Retention(days: days ?? 0)
    if let conversation = try conversation.map(ConversationID.named) {
      try await AdminSession.run(folder, .retention(.setConversation(conversation, retention)))
    } else if let retention {
      try await AdminSession.run(folder, .retention(.setWorkspace(retention)))
    }
    print("Messages are kept \(retention?.words ?? "as the workspace says").")
  }
}

/// `messageai admin hold`
struct AdminHoldCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hold", abstract: "Legal holds: what is held is not erased.",
    discussion: "`retention list` says what is held.", subcommands: [AdminHoldSet.self, AdminHoldLift.self])
}

struct AdminHoldSet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Hold a conversation, or what a person wrote.")
  @OptionGroup var folder: DataFolderOption
  @OptionGroup var subject: HoldOptions

  func run() async throws {
    try await AdminSession.run(folder, .retention(subject.request(isHeld: true)))
    print("Held.")
  }
}

struct AdminHoldLift: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lift", abstract: "Lift a hold.",
    discussion: "What became too old meanwhile is erased within an hour, and cannot be brought back.")
  @OptionGroup var folder: DataFolderOption
  @OptionGroup var subject: HoldOptions

  func run() async throws {
    try await AdminSession.run(folder, .retention(subject.request(isHeld: false)))
    print("Lifted.")
  }
}

/// What a hold is on.
struct HoldOptions: ParsableArguments {
  @Option(help: "Id of a conversation: the last part of its address in the web client.") var conversation: String?
  @Option(help: "Address of a person.") var person: String?

  func validate() throws {
    guard (conversation == nil) != (person == nil) else {
      throw ValidationError("Give either --conversation or --person.")
    }
  }

  func request(isHeld: Bool) throws -> RetentionRequest {
    if let person { return .holdPerson(email: person, isHeld: isHeld) }
    return .holdConversation(try ConversationID.named(conversation ?? ""), isHeld: isHeld)
  }
}

extension ConversationID {
  fileprivate static func named(_ text: String) throws -> ConversationID {
    guard let id = ConversationID(text) else { throw ValidationError("\(text) is no id of a conversation.") }
    return id
  }
}

extension Retention {
  fileprivate var words: String { days == 0 ? "for ever" : days == 1 ? "for 1 day" : "for \(days) days" }
}
