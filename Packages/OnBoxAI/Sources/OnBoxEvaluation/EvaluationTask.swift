import Foundation
import OnBoxAI

/// What a set of test items asks for, by the first word of its name.
enum EvaluationTask: String, CaseIterable {
  case summary
  case action
  case decision
  case schedule
  case urgency
  case time
  case search
  case chat

  /// `nil` when the name begins with no task.
  init?(set: String) {
    self.init(rawValue: String(set.prefix { $0 != "_" }))
  }

  /// What answers this task's items. `notice` hears what is missing and not needed for an answer.
  /// - `items`: the file that they come from; a search set's passages lie beside it.
  func evaluator(
    models: ModelFolder, items: URL, notice: (String) -> Void
  ) throws -> any Evaluator {
    var embedder: TextEmbedder?
    if self != .time {
      do {
        embedder = try TextEmbedder(folder: models)
      } catch {
        notice("Going on without embeddings: \(error.description)")
      }
    }
    switch self {
    case .summary: return SummaryEvaluator(summarizer: Summarizer(embedder: embedder))
    case .action: return try LabelEvaluator(.action, models: models, embedder: embedder)
    case .decision: return try LabelEvaluator(.decision, models: models, embedder: embedder)
    case .schedule: return try LabelEvaluator(.scheduling, models: models, embedder: embedder)
    case .urgency: return try LabelEvaluator(.urgency, models: models, embedder: embedder)
    case .time: return TimeEvaluator(parser: TimeParser())
    case .search: return try SearchEvaluator(queries: items, embedder: embedder)
    case .chat: throw EvaluationFailure("A chat is read as a whole, not item by item.")
    }
  }
}
