import ArgumentParser
import Domain

struct StatusSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "What the AI can do for you now, and for admins which model is connected.")
  @OptionGroup var options: IntelligenceOptions

  func run() async throws {
    try await options.run { context in
      let status = try await context.intelligence.status()
      let isAdmin = context.me.workspaceRole == .admin
      let connected = isAdmin && !context.isJSON ? try await context.client.models.state().lines : []
      try await context.show(status) { _ in
        var lines = [
          status.isOn ? "\(status.model ?? "The engine of this server") on \(status.place)" : "Switched off.",
          "\(status.requestsToday) of \(status.requestsADay) requests in the last 24 hours",
          "\(status.waitingMessages) messages wait to be worked on",
          status.hasEmbeddings ? "Search by words and by meaning" : "Search by words only: there is no sentence model",
        ]
        if let model = status.embeddingModel { lines.append("Meaning by \(model). \(status.embeddingNotice ?? "")") }
        return lines + connected
      }
    }
  }
}

struct LedgerSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ledger", abstract: "What text of yours went where, and what it cost, newest first.")
  @OptionGroup var options: IntelligenceOptions

  func run() async throws {
    try await options.run { context in
      let entries = try await context.intelligence.ledger()
      try await context.show(entries) { names in entries.map(IntelligenceLines(names: names).ledger) }
    }
  }
}

struct PreferencesSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preferences", abstract: "What you want of the AI; what is given is changed.")
  @OptionGroup var options: IntelligenceOptions
  @Flag(inversion: .prefixedNo, help: "Whether it works for you at all.") var on: Bool?
  @Flag(inversion: .prefixedNo, help: "Whether models elsewhere may read for you.") var remoteModels: Bool?
  @Option(help: "Tone of what a model writes: neutral, brief, friendly or formal.") var tone: AIPreferences.Tone?
  @Option(help: "Language of what a model writes, such as sv; empty for that of your profile.") var language: String?
  @Option(parsing: .upToNextOption, help: "Words that are urgent for you, from now on.") var keywords: [String] = []
  @Flag(help: "No words are.") var noKeywords = false
  @Flag(inversion: .prefixedNo, help: "Whether you are reminded of your tasks before they are due.")
  var taskReminders: Bool?
  @Option(help: "When a digest comes by itself, such as 08:00.") var digest: MinuteArgument?
  @Flag(help: "None does.") var noDigest = false
  @Flag(inversion: .prefixedNo, help: "Whether it comes by mail.") var digestMail: Bool?

  func run() async throws {
    try await options.run { context in
      var preferences = try await context.intelligence.preferences()
      let former = preferences
      if let on { preferences.isOn = on }
      if let remoteModels { preferences.allowsRemoteModels = remoteModels }
      if let tone { preferences.tone = tone }
      if let language { preferences.language = language.isEmpty ? nil : language }
      if noKeywords { preferences.urgentKeywords = [] }
      if !keywords.isEmpty { preferences.urgentKeywords = keywords }
      changeTimes(&preferences)
      if preferences != former { try await context.intelligence.save(preferences) }
      let shown = preferences
      try await context.show(shown) { names in
        [
          shown.isOn ? "On" : "Off",
          "Models elsewhere \(shown.allowsRemoteModels ? "may" : "may not") read for you",
          "Tone: \(shown.tone.rawValue)", "Language: \(shown.language ?? "that of your profile")",
          "Urgent words: \(shown.urgentKeywords.joined(separator: ", "))",
          "Urgent people: \(shown.urgentContacts.map(names.name).joined(separator: ", "))",
          "Reminders of tasks: \(shown.reminderTimes.isOn ? "on" : "off")",
          "Digest: \(Self.text(of: shown.digestTimes))",
        ]
      }
    }
  }

  private func changeTimes(_ preferences: inout AIPreferences) {
    var (reminders, times) = (preferences.reminderTimes, preferences.digestTimes)
    if let taskReminders { reminders.isOn = taskReminders }
    if noDigest { (times.inApp, times.byMail) = (false, false) }
    if let digest { (times.time, times.inApp) = (digest.minute, true) }
    if let digestMail { times.byMail = digestMail }
    if reminders != preferences.reminderTimes { preferences.reminders = reminders }
    if times != preferences.digestTimes { preferences.digest = times }
  }

  private static func text(of times: AIPreferences.DigestTimes) -> String {
    guard times.isOn else { return "when you ask for it" }
    let (hours, minutes) = times.time.quotientAndRemainder(dividingBy: 60)
    let names = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let days = times.days.filter { (1...7).contains($0) }.map { names[$0 - 1] }.joined(separator: ", ")
    let ways = [times.inApp ? "in the app" : nil, times.byMail ? "by mail" : nil].compactMap { $0 }
    return
      "\(hours < 10 ? "0" : "")\(hours):\(minutes < 10 ? "0" : "")\(minutes) on \(days), \(ways.joined(separator: " and "))"
  }
}

extension AIPreferences.Tone: ExpressibleByArgument {}

struct SwitchSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "switch", abstract: "Switch the AI on or off in a conversation, for all members.")
  @OptionGroup var options: IntelligenceOptions
  @Option(name: .customLong("in"), help: "Id or name of the conversation.") var conversation: String
  @Argument(help: "on or off.") var state: String

  func validate() throws {
    guard ["on", "off"].contains(state) else { throw ValidationError("Say on or off.") }
  }

  func run() async throws {
    try await options.run { context in
      try await context.intelligence.setIntelligence(
        isOn: state == "on", in: try await context.conversation(conversation))
    }
  }
}
