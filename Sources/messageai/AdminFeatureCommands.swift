import ArgumentParser
import Domain
import Foundation
import ServerCore
import Terminal

/// `messageai admin feature`
struct AdminFeatureCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feature", abstract: "Give features to some people first, and take them from all at once.",
    subcommands: [AdminFeatureList.self, AdminFeatureSet.self, AdminFeaturePeople.self])
}

extension Feature: ExpressibleByArgument {}

struct AdminFeatureList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List all features and whom they reach.")
  @OptionGroup var folder: DataFolderOption

  func run() async throws {
    for state in try await AdminSession.run(folder, .features).features ?? [] { print(state.line) }
  }
}

struct AdminFeatureSet: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change whom a feature reaches.",
    discussion: "What is not named stays. Clients hear of it within a second.")
  @OptionGroup var folder: DataFolderOption
  @Argument(help: "Name of the feature, as `list` prints it.") var feature: Feature
  @Option(help: "0 to 100: of all people.") var percentage: Int?
  @Option(help: "Address of somebody who has it whatever the percentage is; may be given several times.")
  var person: [String] = []
  @Flag(help: "Name nobody by address any more.") var nobody = false
  @Flag(inversion: .prefixedNo, help: "Take it from everybody, or give it again to those who had it.")
  var stop: Bool?

  func validate() throws {
    guard percentage != nil || !person.isEmpty || nobody || stop != nil else {
      throw ValidationError("Name what is to change: --percentage, --person, --nobody, --stop or --no-stop.")
    }
    guard person.isEmpty || !nobody else { throw ValidationError("Give either --person or --nobody.") }
  }

  func run() async throws {
    let people = nobody || !person.isEmpty ? person : nil
    let request = AdminRequest.rollOut(feature, percentage: percentage, people: people, isStopped: stop)
    for state in try await AdminSession.run(folder, request).features ?? [] { print(state.line) }
  }
}

struct AdminFeaturePeople: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "Say who has a feature, and who has asked for it.")
  @OptionGroup var folder: DataFolderOption
  @Argument(help: "Name of the feature, as `list` prints it.") var feature: Feature

  func run() async throws {
    var after: UserID?
    repeat {
      let answer = try await AdminSession.run(folder, .featurePeople(feature, after: after))
      for reach in answer.people ?? [] {
        print(
          TerminalText.columns([
            reach.user.email, reach.isEnabled ? "has it" : "does not have it",
            reach.exposedAt.map { "asked since \($0.date.formatted(.iso8601))" } ?? "has not asked",
          ]))
      }
      after = answer.next
    } while after != nil
  }
}

extension FeatureState {
  fileprivate var line: String {
    let people = rollout.people.isEmpty ? "" : " and \(rollout.people.count) by name"
    return [
      name.rawValue, rollout.isStopped ? "stopped" : "\(rollout.percentage) %\(people)",
      "\(enabled) have it, \(disabled) do not", "asked: \(admitted) with it, \(refused) without", description,
    ].joined(separator: "\t")
  }
}
