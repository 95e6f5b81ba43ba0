import ArgumentParser
import Domain
import Foundation
import ServerCore
import Terminal

/// `messageai admin audit`
struct AdminAuditCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit", abstract: "The log of who did what, whether the server is running or not.",
    subcommands: [AdminAuditList.self, AdminAuditVerify.self])
}

extension AuditAct.Kind: ExpressibleByArgument {}

/// `messageai admin audit list`
struct AdminAuditList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List entries, newest first.",
    discussion: """
      One line for each: number, time, who, what, on whom or what, details, outcome, network address. docs/audit.md says \
      what each kind of entry tells.
      """)
  private static let most = 100_000

  @OptionGroup var folder: DataFolderOption
  @Option(help: "Only entries of this kind.") var kind: AuditAct.Kind?
  @Option(help: "Only what was done by or to the account with this id.") var person: String?
  @Option(help: "Only entries from this day on, or from this moment on, such as 2026-11-23 or 2026-11-23T13:00:00Z.")
  var since: String?
  @Option(help: "How many.") var limit = 100
  @Flag(help: "Print each as a line of JSON, with the hashes.") var json = false

  func validate() throws {
    guard 1...Self.most ~= limit else { throw ValidationError("--limit is 1 to \(Self.most).") }
  }

  func run() async throws {
    let request = AdminRequest.auditList(try filter(), limit: limit)
    for line in try await AdminSession.run(folder, request).auditLines(asJSON: json) {
      print(json ? line : TerminalText.columns(line.components(separatedBy: "\t")))
    }
  }

  private func filter() throws -> AuditFilter {
    var filter = AuditFilter(kind: kind)
    if let person {
      guard let id = UserID(person) else { throw ValidationError("\(person) is no id of an account.") }
      filter.person = id
    }
    if let since {
      let isDay = !since.contains("T")
      guard let date = try? Date(isDay ? since + "T00:00:00Z" : since, strategy: .iso8601) else {
        throw ValidationError("\(since) is neither a day nor a moment.")
      }
      filter.since = Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1_000))
    }
    return filter
  }
}

/// `messageai admin audit verify`
struct AdminAuditVerify: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Follow the whole log, and say where it is not what was written.",
    discussion: """
      Prints the log's head: keep it elsewhere, and give it to the next verification, which then finds out too whether \
      the log's end was cut off. Ends with status 1 when something is wrong.
      """)
  @OptionGroup var folder: DataFolderOption
  @Option(help: "A former head's hash, 64 hexadecimal digits, that the log must have.") var head: String?

  func run() async throws {
    let expected = try head.map(Self.hash)
    let answer = try await AdminSession.run(folder, .auditVerify(expecting: expected))
    guard let found = answer.verification else { throw CommandFailure("The server did not say.") }
    if let finding = found.finding { throw CommandFailure(finding) }
    print("\(found.entries) entries, each as it was written.")
    print("head \(found.head)")
  }

  /// With or without the number before it.
  private static func hash(_ text: String) throws -> [UInt8] {
    let digits = Array((text.split(separator: " ").last ?? "").lowercased())
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
    guard digits.count == 64, bytes.count == 32 else { throw ValidationError("A hash has 64 hexadecimal digits.") }
    return bytes
  }
}
