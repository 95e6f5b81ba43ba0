import Foundation
import OnBoxAI

/// Summarizes a conversation, or answers a question from it.
struct SummaryEvaluator: Evaluator {
  let summarizer: Summarizer

  func answer(_ item: EvaluationItem) throws -> Prediction {
    guard let lines = item.turns else { throw EvaluationFailure("The item \(item.id) has no turns.") }
    let turns = lines.map { Turn(speaker: $0.speaker, text: $0.text) }
    let summary = summarizer.summarize(turns, question: item.query, words: Summarizer.words(for: turns.count))
    return Prediction(id: item.id, answer: .summary(summary.text))
  }
}
