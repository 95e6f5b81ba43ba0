import Foundation
import OnBoxAI

/// Summarizes a conversation, or answers a question from it.
struct SummaryEvaluator: Evaluator {
  let summarizer: Summarizer

  func answer(_ item: EvaluationItem) throws -> Prediction {
    let turns = try item.needTurns()
    let summary = summarizer.summarize(turns, question: item.query, words: Summarizer.words(for: turns.count))
    return Prediction(id: item.id, answer: .summary(summary.text))
  }
}
