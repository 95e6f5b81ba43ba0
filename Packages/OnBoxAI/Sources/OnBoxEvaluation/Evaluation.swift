import Foundation
import OnBoxAI

/// Answers a whole set of test items, one after the other.
public struct Evaluation {
  let set: String
  let items: URL
  let models: ModelFolder

  /// - `set`: the set's name, whose first word says what is asked.
  /// - `items`: a file of JSON lines.
  public init(set: String, items: URL, models: ModelFolder) {
    self.set = set
    self.items = items
    self.models = models
  }

  /// Gives `write` a line for each item, in their order, and `notice` what people should know.
  /// Throws a sentence for people when the set or an item is not of a form that can be answered.
  public func run(notice: (String) -> Void, write: (Data) throws -> Void) throws {
    guard let task = EvaluationTask(set: set) else {
      let tasks = EvaluationTask.allCases.map { "\($0.rawValue)_*" }.joined(separator: ", ")
      throw EvaluationFailure("\(set) names no task. There are: \(tasks).")
    }
    if task == .chat { return try readChats(notice: notice, write: write) }
    let evaluator = try task.evaluator(models: models, items: items, notice: notice)
    try LineReader.each(EvaluationItem.self, in: items) { item in
      try write(evaluator.answer(item).line())
    }
  }

  /// A line for each thing that was found, and the figures of all chats as notices.
  private func readChats(notice: (String) -> Void, write: (Data) throws -> Void) throws {
    let engine = TextEngine(models: models)
    for sentence in engine.notices { notice(sentence) }
    guard engine.judges else { throw EvaluationFailure("Chats cannot be read without the classifier.") }
    let reader = ChatEvaluation(engine: engine)
    var figures = ChatFigures()
    try LineReader.each(ChatEvaluation.Chat.self, in: items) { chat in
      let items = reader.items(of: chat)
      for item in items { try write(item.line()) }
      figures.add(chat, items)
    }
    for line in figures.lines { notice(line) }
  }
}
