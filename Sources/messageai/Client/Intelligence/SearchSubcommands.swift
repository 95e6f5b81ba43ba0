import ArgumentParser
import Domain
import Foundation
import Terminal
import ViewModels

struct SearchSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find messages by words and by meaning (searchConversations).",
    discussion: "from:, in:, before:2026-01-31, after:, has:link, has:image, has:file and has:voice narrow it down.")
  @OptionGroup var options: IntelligenceOptions
  @Option(help: "Hits at most, up to 100.") var limit = 20
  @Argument(help: "What is looked for.") var query: [String]

  func run() async throws {
    try await options.run { context in
      var found = SmartSearchResult(hits: [])
      for try await part in context.intelligence.find(query.joined(separator: " "), limit: limit, asks: false) {
        found = part
      }
      let hits = found.hits
      try await context.show(hits) { names in
        hits.isEmpty ? ["Nothing was found."] : hits.map(IntelligenceLines(names: names).hit)
      }
      // Beside the answer, so that scripts see it and what they read stays what it is.
      if let notice = found.notice {
        FileHandle.standardError.write(Data("\(TerminalText.sanitised(notice))\n".utf8))
      }
    }
  }
}

struct AskSubcommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask", abstract: "Ask your conversations (askConversations).",
    discussion: "Exit code 3 when nothing that you can read supports an answer.")
  @OptionGroup var options: IntelligenceOptions
  @Argument(help: "The question.") var question: [String]

  func run() async throws {
    var isFound = true
    try await options.run { context in
      let output = try await context.intelligence.ask(question.joined(separator: " "))
      isFound = output.isFound
      try await context.show(output) { IntelligenceLines(names: $0).output(output) }
    }
    if !isFound { throw ExitCode(3) }
  }
}
