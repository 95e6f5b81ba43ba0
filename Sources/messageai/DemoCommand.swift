import ArgumentParser
import Demo
import Domain
import Foundation
import ServerCore
import StoreSQLite

/// `messageai demo`
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo", abstract: "Fill an empty data folder with a fictional team and what it said over four weeks.")

  @OptionGroup var folder: DataFolderOption

  @Option(help: "Folder of another team's script.")
  var script: String?

  @Option(help: "Password of everybody in it.")
  var password = "tidewater-demo"

  func run() async throws {
    let script = try script.map { try DemoScript(folder: URL(fileURLWithPath: $0)) } ?? DemoScript()
    let store = try folder.openStore()
    defer { store.close() }
    // Without observer: nobody is connected.
    store.observeCommits { _ in }
    guard try store.accounts().isEmpty else {
      throw CommandFailure("\(folder.data) already holds accounts. Choose an empty folder with --data.")
    }
    let builder = DemoBuilder(store: store, hasher: Argon2PasswordHasher(), now: SystemClock().now)
    let count = try await builder.build(script, password: password)
    let people = script.people.map { "  \($0.email)" }.joined(separator: "\n")
    print(
      """
      \(script.people.count) people, \(script.talks.count) conversations, \(count) messages are in \(folder.data).
      Sign in as one of these, password \(password):
      \(people)
      """)
  }
}
