import ArgumentParser
import Foundation
import OnBoxAI
import OnBoxEvaluation

/// `messageai evaluate`
struct EvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Ask the on-box engine about test items and write its answers as JSON lines.",
    discussion: """
      The set's name says what is asked: summary_*, action_*, decision_*, schedule_*, urgency_*, time_*, search_* or \
      chat_*. A search set's queries lie in NAME.queries.jsonl and its passages beside them in NAME.corpus.jsonl. Of a \
      chat it writes what it found in it, a thing a line, and says how much that is. No server is needed. Answers come \
      in the order of the items.
      """)

  @Argument(help: "Name of the set, such as search_mail.")
  var set: String

  @Argument(help: "File of the items: JSON lines.")
  var items: String

  @Option(help: "Folder of the models.")
  var models = "Models"

  func run() throws {
    try Evaluation(set: set, items: URL(fileURLWithPath: items), models: ModelFolder(models)).run(
      notice: { FileHandle.standardError.write(Data("messageai: \($0)\n".utf8)) },
      write: { try FileHandle.standardOutput.write(contentsOf: $0) })
  }
}
