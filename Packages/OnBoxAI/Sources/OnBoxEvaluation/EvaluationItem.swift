import Foundation
import OnBoxAI

/// A test item: only what the engine may read of it, never what it should find.
struct EvaluationItem: Decodable {
  struct Line: Decodable {
    let speaker: String
    let text: String
  }

  let id: String
  let text: String?
  let body: String?
  /// What was said before `text`, oldest first.
  let context: [String]?
  let query: String?
  let turns: [Line]?
  /// Seen from which day: `2025-03-01`.
  let now: String?
  /// Which passages a query looks for.
  let group: String?

  /// `text`, or a sentence for people that it is missing.
  func needText() throws(EvaluationFailure) -> String {
    guard let text else { throw EvaluationFailure("The item \(id) has no text.") }
    return text
  }

  /// `turns`, or a sentence for people that they are missing.
  func needTurns() throws(EvaluationFailure) -> [Turn] {
    guard let turns else { throw EvaluationFailure("The item \(id) has no turns.") }
    return turns.map { Turn(speaker: $0.speaker, text: $0.text) }
  }
}
