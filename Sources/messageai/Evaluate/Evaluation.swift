import Foundation
import OnBox

/// Answers a whole set of test items, one after the other.
struct Evaluation {
  let set: String
  let items: URL
  let models: ModelFolder

  /// Gives `write` a line for each item, in their order, and `notice` what people should know.
  /// Throws a sentence for people when the set or an item is not of a form that can be answered.
  func run(notice: (String) -> Void, write: (Data) throws -> Void) throws {
    guard let task = EvaluationTask(set: set) else {
      let tasks = EvaluationTask.allCases.map { "\($0.rawValue)_*" }.joined(separator: ", ")
      throw CommandFailure("\(set) names no task. There are: \(tasks).")
    }
    let evaluator = try task.evaluator(models: models, items: items, notice: notice)
    try LineReader.each(EvaluationItem.self, in: items) { item in
      try write(evaluator.answer(item).line())
    }
  }
}
