import ArgumentParser
import Domain
import Foundation

struct MeetingSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "meet", abstract: "Times at which a conversation could meet (suggestMeetingTimes).",
    discussion: "With --slot the time of that number is written as an iCalendar file.")
  @OptionGroup var options: IntelligenceOptions
  @Option(name: .customLong("in"), help: "Id or name of a conversation, or a person's e-mail address.")
  var conversation: String
  @Option(help: "What it is about.") var topic: String?
  @Option(help: "How long; what was said unless given.") var minutes: Int?
  @Option(parsing: .upToNextOption, help: "Names of those who should come; all members unless given.")
  var with: [String] = []
  @Option(help: "Number of the time to write, from 1.") var slot: Int?
  @Option(help: "The file; standard output unless given.") var output: String?

  func run() async throws {
    try await options.run { context in
      let id = try await context.conversation(conversation)
      var participants: [UserID] = []
      for name in with { participants.append(try await context.member(name, of: id)) }
      if !participants.isEmpty, !participants.contains(context.me.id) { participants.append(context.me.id) }
      let found = try await context.intelligence.suggestMeetingTimes(
        id, topic: topic, minutes: minutes, participants: participants.isEmpty ? nil : participants)
      guard let slot else { return try await context.show(found) { IntelligenceLines(names: $0).output(found) } }
      guard found.slots.indices.contains(slot - 1) else { throw CommandFailure("There is no time with that number.") }
      let file = Data(try await context.intelligence.calendarFile(found.id, slot: slot - 1).utf8)
      if let output {
        try file.write(to: URL(fileURLWithPath: output), options: .atomic)
      } else {
        try FileHandle.standardOutput.write(contentsOf: file)
      }
    }
  }
}
