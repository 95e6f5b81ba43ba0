import AIProviders
import ArgumentParser
import Foundation
import Logging
import ModelEvaluation
import OnBoxAI
import OnBoxEvaluation

/// `messageai evaluate`
struct EvaluateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate", abstract: "Ask the on-box engine about test items and write its answers as JSON lines.",
    discussion: """
      The set's name says what is asked: summary_*, action_*, decision_*, schedule_*, urgency_*, time_*, search_* or \
      chat_*. A search set's queries lie in NAME.queries.jsonl and its passages beside them in NAME.corpus.jsonl. Of a \
      chat it writes what it found in it, a thing a line, and says how much that is. No server is needed. Answers come \
      in the order of the items.

      With --provider the language model that the settings name (MESSAGEAI_AI_PROVIDER and what belongs to it) \
      answers in the engine's place, with the server's own prompts, and is told the items. What it cost is said at \
      the end. Times and search are the server's own with any model.
      """)

  @Argument(help: "Name of the set, such as search_mail.")
  var set: String

  @Argument(help: "File of the items: JSON lines.")
  var items: String

  @Option(help: "Folder of the models.")
  var models = "Models"

  @Flag(help: "Ask the language model that the settings name.")
  var provider = false

  func run() async throws {
    let evaluation = Evaluation(set: set, items: URL(fileURLWithPath: items), models: ModelFolder(models))
    guard provider else { return try evaluation.run(notice: Self.notice, write: Self.write) }
    let configuration = try Self.settings()
    var logger = Logger(label: "messageai.evaluate")
    logger.logLevel = .error
    let provider = AIProvider(configuration, logger: logger)
    let model = ProviderEvaluation(provider.text, concurrency: configuration.concurrency)
    do {
      try await evaluation.run(through: model, notice: Self.notice, write: Self.write)
    } catch {
      try await provider.shutdown()
      throw error
    }
    Self.notice(model.bill)
    try await provider.shutdown()
  }

  private static func notice(_ sentence: String) {
    FileHandle.standardError.write(Data("messageai: \(sentence)\n".utf8))
  }

  private static func write(_ line: Data) throws {
    try FileHandle.standardOutput.write(contentsOf: line)
  }

  private static func settings() throws -> ProviderConfiguration {
    let configuration: ProviderConfiguration?
    do throws(ProviderConfiguration.Problem) {
      configuration = try ProviderConfiguration.read(environment: Environment.settings.environment)
    } catch {
      throw CommandFailure(error.description)
    }
    guard let configuration else { throw CommandFailure("No model is named: set MESSAGEAI_AI_PROVIDER.") }
    return configuration
  }
}
