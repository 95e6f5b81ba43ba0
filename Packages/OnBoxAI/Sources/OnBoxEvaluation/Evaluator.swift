import Foundation
import OnBoxAI

/// Answers the test items of one task.
protocol Evaluator {
  /// The engine's answer to `item`.
  func answer(_ item: EvaluationItem) throws -> Prediction
}
