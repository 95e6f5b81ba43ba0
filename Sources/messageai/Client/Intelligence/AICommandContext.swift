import Domain
import Foundation
import MessageAIKit
import Terminal

/// What a command that asks the AI works with.
struct AICommandContext: Sendable {
  let client: MessageAIClient
  let me: Profile
  let patience: Double
  let isJSON: Bool

  var intelligence: any IntelligenceRepository { client.intelligence }

  /// Throws a `CommandFailure` when there is none of that name.
  func conversation(_ name: String) async throws -> ConversationID {
    try await finder.find(name)
  }

  func waitUntilCurrent() async throws {
    try await finder.waitUntilCurrent()
  }

  /// The insights of the device's copy once it is what the server has.
  func insights(_ filter: InsightFilter) async throws -> [PlacedInsight] {
    try await waitUntilCurrent()
    return await intelligence.observeInsights(filter).first { _ in true } ?? []
  }

  /// Has the last weeks read once more, and says on the error output when that went otherwise than
  /// the server's owner has chosen.
  func lookAgain(for kind: Insight.Kind, in conversation: ConversationID?) async throws {
    guard let conversation else { return }
    let reading = try await intelligence.lookAgain(for: kind, in: conversation)
    if let notice = reading.notice { tellAside(notice) }
  }

  /// Says it on the error output, beside what was asked for.
  func tellAside(_ sentence: String) {
    FileHandle.standardError.write(Data("messageai: \(sentence)\n".utf8))
  }

  /// The insight with this id. Throws a `CommandFailure` when there is none.
  func insight(_ id: String) async throws -> PlacedInsight {
    guard let known = InsightID(id),
      let found = try await insights(InsightFilter(limit: 500)).first(where: { $0.id == known })
    else { throw CommandFailure("There is no action item or decision with the id \(id).") }
    return found
  }

  /// Names of my conversations and of who is in them.
  func names() async throws -> CommandNames {
    try await waitUntilCurrent()
    return await CommandNames(client)
  }

  /// Prints `value` as JSON when that is wished, else the lines of `text`.
  func show(_ value: some Encodable, _ text: (CommandNames) -> [String]) async throws {
    if isJSON {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      print(String(decoding: try encoder.encode(value), as: UTF8.self))
    } else {
      for line in text(try await names()) { print(TerminalText.sanitised(line)) }
    }
  }

  private var finder: ConversationFinder { ConversationFinder(client: client, patience: patience) }
}

/// Names for what a command prints.
struct CommandNames: Sendable {
  private let people: [UserID: String]
  private let titles: [ConversationID: String]

  init(_ client: MessageAIClient) async {
    var people: [UserID: String] = [:]
    var titles: [ConversationID: String] = [:]
    for summary in await client.conversations.observeConversations().first(where: { _ in true }) ?? [] {
      titles[summary.id] = summary.title
      for member in await client.messages.observeTimeline(summary.id).first(where: { _ in true })?.members ?? [] {
        people[member.user] = member.name
      }
    }
    self.people = people
    self.titles = titles
  }

  init(people: [UserID: String], titles: [ConversationID: String]) {
    self.people = people
    self.titles = titles
  }

  func name(_ user: UserID) -> String { people[user] ?? "somebody who has left" }

  func title(_ conversation: ConversationID) -> String { titles[conversation] ?? "a conversation" }

  /// When a task is due: the day, or the time. Returns nil where that is not known.
  func due(_ insight: Insight) -> String? {
    DueMoment(of: insight, in: .current).map { $0.isDay ? String(moment($0.at).prefix(10)) : moment($0.at) }
  }

  /// Such as `2026-11-20 17:00`, on this machine's clock.
  func moment(_ time: Timestamp) -> String {
    let parts = Calendar.current.dateComponents([.year, .month, .day, .hour, .minute], from: time.date)
    return String(
      format: "%04d-%02d-%02d %02d:%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0, parts.hour ?? 0,
      parts.minute ?? 0)
  }
}
