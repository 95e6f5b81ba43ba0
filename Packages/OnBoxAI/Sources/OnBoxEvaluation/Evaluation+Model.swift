import Foundation
import OnBoxAI

extension Evaluation {
  /// Messages of a chat that a model reads at once, and those before them that it is shown.
  private static let window = (new: 20, context: 20)

  /// As `run`, with `model` in the engine's place. What no model is asked for, times and search,
  /// the engine answers, and `notice` hears so. An item that the model gives no usable answer to is
  /// answered with nothing found, and counted in a notice.
  public func run(
    through model: some EvaluatedModel, notice: (String) -> Void, write: (Data) throws -> Void
  ) async throws {
    let task = EvaluationTask(set: set)
    guard let task, task != .time, task != .search else {
      if task != nil { notice("No model is asked for this: the server does it itself with any.") }
      return try run(notice: notice, write: write)
    }
    var unanswered = 0
    if task == .chat {
      unanswered = try await readChats(through: model, notice: notice, write: write)
    } else {
      var items: [EvaluationItem] = []
      try LineReader.each(EvaluationItem.self, in: self.items) { items.append($0) }
      try await Self.each(items, atOnce: model.concurrency) {
        try await task.answer($0, by: model)
      } take: { item, answer in
        if answer == nil { unanswered += 1 }
        try write(Prediction(id: item.id, answer: answer ?? task.nothing).line())
      }
    }
    if unanswered > 0 { notice("\(unanswered) of its answers could not be used.") }
  }

  private func readChats(
    through model: some EvaluatedModel, notice: (String) -> Void, write: (Data) throws -> Void
  ) async throws -> Int {
    var chats: [ChatEvaluation.Chat] = []
    try LineReader.each(ChatEvaluation.Chat.self, in: items) { chats.append($0) }
    var figures = ChatFigures()
    var unanswered = 0
    for chat in chats {
      let turns = ChatEvaluation.turns(of: chat)
      let starts = Array(stride(from: 0, to: turns.count, by: Self.window.new))
      var found: [EvaluatedFinding] = []
      try await Self.each(starts, atOnce: model.concurrency) {
        try await Self.findings(from: $0, of: turns, by: model)
      } take: { _, answer in
        if answer == nil { unanswered += 1 }
        found += answer ?? []
      }
      let items = ChatMatch.matched(
        found.map { finding in
          ChatEvaluation.Item(
            id: chat.id, turn: finding.turn, kind: finding.isDecision ? .decision : .action, text: finding.text,
            owner: finding.owner, confidence: finding.confidence, isListed: true)
        }, in: chat)
      for item in items { try write(item.line()) }
      figures.add(chat, items)
    }
    for line in figures.lines { notice(line) }
    return unanswered
  }

  private static func findings(
    from start: Int, of turns: [Turn], by model: some EvaluatedModel
  ) async throws -> [EvaluatedFinding]? {
    let context = max(0, start - window.context)
    let shown = Array(turns[context..<min(start + window.new, turns.count)])
    return try await model.findings(in: shown, from: start - context)?.map { finding in
      EvaluatedFinding(
        isDecision: finding.isDecision, turn: finding.turn + context, text: finding.text, owner: finding.owner,
        confidence: finding.confidence)
    }
  }

  /// `limit` of them at once; `take` gets the answers in the order of `values`, as they come.
  private static func each<Input: Sendable, Output: Sendable>(
    _ values: [Input], atOnce limit: Int, _ body: @escaping @Sendable (Input) async throws -> Output,
    take: (Input, Output) throws -> Void
  ) async throws {
    for start in stride(from: 0, to: values.count, by: limit) {
      let part = values[start..<min(start + limit, values.count)]
      let answers = try await withThrowingTaskGroup(of: (Int, Output).self) { group in
        for (index, value) in zip(part.indices, part) { group.addTask { (index, try await body(value)) } }
        return try await group.reduce(into: [Int: Output]()) { $0[$1.0] = $1.1 }
      }
      for index in part.indices { if let answer = answers[index] { try take(values[index], answer) } }
    }
  }
}

extension EvaluationTask {
  /// What is written when there is no answer.
  fileprivate var nothing: Prediction.Answer { self == .summary ? .summary("") : .label(false, score: 0) }

  fileprivate func answer(_ item: EvaluationItem, by model: some EvaluatedModel) async throws -> Prediction.Answer? {
    switch self {
    case .summary:
      let turns = try item.needTurns()
      return try await model.summary(of: turns, question: item.query, words: Summarizer.words(for: turns.count))
        .map { .summary($0) }
    case .action: return try await judged(.action, item, by: model)
    case .decision: return try await judged(.decision, item, by: model)
    case .schedule: return try await judged(.scheduling, item, by: model)
    case .urgency: return try await judged(.urgency, item, by: model)
    case .time, .search, .chat: return nil
    }
  }

  private func judged(
    _ label: EvaluatedLabel, _ item: EvaluationItem, by model: some EvaluatedModel
  ) async throws -> Prediction.Answer? {
    let said = [try item.needText(), item.body ?? ""].filter { !$0.isEmpty }.joined(separator: "\n")
    // Who spoke is not told: the text answers the one before it.
    let turns = ((item.context ?? []) + [said]).reversed().enumerated().map { index, text in
      Turn(speaker: index.isMultiple(of: 2) ? "Alex" : "Sam", text: text)
    }
    return try await model.judge(label, turns.reversed()).map { .label($0.holds, score: $0.score) }
  }
}
