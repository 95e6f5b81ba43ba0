import Foundation
import OnBoxAI

/// Summarizes a conversation, or answers a question from it.
struct SummaryEvaluator: Evaluator {
  /// How long a summary of a chat may be, and an answer from a meeting: as in the product.
  private static let wordsOfSummary = 30
  private static let wordsOfAnswer = 130

  let summarizer: Summarizer

  func answer(_ item: EvaluationItem) throws -> Prediction {
    guard let lines = item.turns else { throw EvaluationFailure("The item \(item.id) has no turns.") }
    let turns = lines.map { Turn(speaker: $0.speaker, text: $0.text) }
    let summary = summarizer.summarize(
      turns, question: item.query, words: item.query == nil ? Self.wordsOfSummary : Self.wordsOfAnswer)
    return Prediction(id: item.id, answer: .summary(summary.text))
  }
}
