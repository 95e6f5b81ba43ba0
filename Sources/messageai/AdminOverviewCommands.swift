import ArgumentParser
import Domain
import Foundation
import ServerCore
import Terminal

/// `messageai admin usage`
struct AdminUsageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "usage", abstract: "How much the workspace has, what its AI did, and how long things take in clients.",
    subcommands: [AdminUsageTotals.self, AdminUsageConversations.self, AdminUsageAI.self, AdminUsageClients.self])
}

struct AdminUsageTotals: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "totals", abstract: "Count people, conversations, messages and bytes of files.")
  @OptionGroup var folder: DataFolderOption

  func run() async throws {
    guard let totals = try await AdminSession.run(folder, .totals).totals else { return }
    for (name, value) in [
      ("people", Int64(totals.people)), ("disabled", Int64(totals.disabled)), ("groups", Int64(totals.groups)),
      ("direct conversations", Int64(totals.directConversations)), ("messages", Int64(totals.messages)),
      ("bytes of files", totals.fileBytes),
    ] {
      print("\(name)\t\(value)")
    }
  }
}

struct AdminUsageConversations: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conversations", abstract: "List all groups, oldest first, without what is in them.",
    discussion: "One line each: id, members, messages, when the last one came, whether the AI works there, name.")
  @OptionGroup var folder: DataFolderOption

  func run() async throws {
    var after: ConversationID?
    repeat {
      let answer = try await AdminSession.run(folder, .conversations(after: after))
      for group in answer.overviews ?? [] {
        print(
          TerminalText.columns([
            group.id.description, "\(group.members) members", "\(group.messages) messages",
            group.lastMessageAt?.date.formatted(.iso8601) ?? "never",
            group.isIntelligenceOn ? "AI on" : "AI off", group.name,
          ]))
      }
      after = answer.nextConversation
    } while after != nil
  }
}

struct AdminUsageAI: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ai", abstract: "Say what the AI did, what it cost, and how people found it.")
  @OptionGroup var folder: DataFolderOption
  @Option(help: "Of so many days: 1 to 90.") var days: Int64 = 30

  func run() async throws {
    guard let usage = try await AdminSession.run(folder, .aiUsage(days: days)).usage else { return }
    for use in usage.uses {
      let cost = use.cost.map { "\(Double($0) / 1_000_000) USD" } ?? "no price known"
      print(
        TerminalText.columns([
          use.feature, use.model, use.place, "\(use.requests) requests, \(use.cached) from the cache",
          "\(use.inputTokens) tokens read, \(use.outputTokens) written", cost,
        ]))
    }
    for rating in usage.ratings {
      let maker = rating.version.isEmpty ? rating.model : "\(rating.model), version \(rating.version)"
      let opinions = "helpful \(rating.helpful), unhelpful \(rating.unhelpful)"
      print(TerminalText.columns(["\(rating.kind)", maker, opinions]))
    }
  }
}

struct AdminUsageClients: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clients", abstract: "Say how long things took in clients, the newest day first.",
    discussion:
      "One line for each day (UTC), kind, platform and version: how many, how many of them had to wait in an outbox, "
      + "what half of them (p50) and 95 of 100 (p95) stayed within.")
  @OptionGroup var folder: DataFolderOption
  @Option(help: "Of so many days: 1 to 90.") var days: Int64 = 28

  func run() async throws {
    guard let overview = try await AdminSession.run(folder, .clientEvents(days: days)).events else { return }
    if !overview.isCollecting { print("The workspace takes none now.") }
    for summary in overview.summaries {
      print(
        TerminalText.columns([
          summary.day.date.formatted(.iso8601.year().month().day()), summary.kind.rawValue,
          "\(summary.platform) \(summary.version)", "\(summary.count) times, \(summary.waited) waited",
          "p50 \(summary.median) ms", "p95 \(summary.p95) ms",
        ]))
    }
  }
}

struct AdminUserIdentities: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "identities", abstract: "List the accounts elsewhere with which somebody signs in.")
  @OptionGroup var folder: DataFolderOption
  @OptionGroup var account: AccountArgument

  func run() async throws {
    let answer = try await AdminSession.run(folder, .identities(email: account.email))
    for linked in answer.identities ?? [] {
      print(TerminalText.columns([linked.identity.issuer, "linked \(linked.linkedAt.date.formatted(.iso8601))"]))
    }
  }
}

struct AdminUserUnlink: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlink", abstract: "Have somebody sign in with an account elsewhere no more.")
  @OptionGroup var folder: DataFolderOption
  @OptionGroup var account: AccountArgument
  @Argument(help: "The issuer, as `identities` prints it.") var issuer: String

  func run() async throws {
    try await AdminSession.run(folder, .unlink(email: account.email, issuer: issuer))
    print("\(account.email) is not linked with \(issuer) any more.")
  }
}
