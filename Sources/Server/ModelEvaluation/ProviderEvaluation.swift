import AIProviders
import OnBoxAI
import OnBoxEvaluation
import Synchronization

/// Asks a connected model about test items, with the prompts of the server and behind its guard.
package final class ProviderEvaluation: EvaluatedModel {
  package let concurrency: Int
  private let model: any TextModel
  /// Seconds for one answer.
  private let deadline: Double
  private let total = Mutex((asked: 0, answers: 0, usage: ModelUsage.none))

  /// `concurrency` from 1 on.
  package init(_ model: any TextModel, concurrency: Int, deadline: Double = 300) {
    self.model = model
    self.concurrency = max(1, concurrency)
    self.deadline = deadline
  }

  /// What was asked so far and what it cost, as a sentence for people.
  package var bill: String {
    let (asked, answers, usage) = total.withLock { $0 }
    let price = model.prices.map { "a price of \($0.cost(of: usage))" } ?? "no known price"
    return "\(model.name) at \(model.place): \(answers) of \(asked) answered, \(usage.inputTokens) tokens read, "
      + "\(usage.outputTokens) written, \(price)."
  }

  package func summary(of turns: [Turn], question: String?, words: Int) async throws -> String? {
    let shown = Self.shown(turns)
    // Whoever reads it was not there.
    let prompt = SummaryPrompt(turns: shown, reader: "Reader", question: question, words: words)
    guard let output = try await answer(prompt).flatMap(SummaryPrompt.Output.init) else { return nil }
    return Self.guardian(shown).claims(output.points).map(\.text).joined(separator: " ")
  }

  package func judge(_ label: EvaluatedLabel, _ turns: [Turn]) async throws -> (holds: Bool, score: Double)? {
    let shown = Self.shown(turns)
    let last = shown.count
    func score(_ confidence: Double?) -> (holds: Bool, score: Double) { (confidence != nil, confidence ?? 0) }
    switch label {
    case .action:
      let prompt = ActionItemsPrompt(turns: shown, members: Self.members(turns))
      guard let output = try await answer(prompt).flatMap(ActionItemsPrompt.Output.init) else { return nil }
      return score(output.items.filter { $0.task.citations.contains(last) }.map(\.confidence).max())
    case .decision:
      guard let output = try await answer(DecisionsPrompt(turns: shown)).flatMap(DecisionsPrompt.Output.init) else {
        return nil
      }
      return score(output.items.filter { $0.decision.citations.contains(last) }.map(\.confidence).max())
    case .scheduling:
      guard let output = try await pass(shown, from: last - 1, Self.members(turns)) else { return nil }
      return score(output.meetings.contains { $0.topic.citations.contains(last) } ? 1 : nil)
    case .urgency:
      guard let output = try await pass(shown, from: last - 1, Self.members(turns) + ["Reader"]) else { return nil }
      let said = output.urgency.filter { $0.message == last }
      guard let urgent = said.filter({ $0.level == "urgent" }).map(\.score).max() else {
        return (false, (said.map(\.score).max() ?? 0) / 2)
      }
      return (true, 0.5 + urgent / 2)
    }
  }

  package func findings(in turns: [Turn], from first: Int) async throws -> [EvaluatedFinding]? {
    let shown = Self.shown(turns)
    guard let output = try await pass(shown, from: first, Self.members(turns)) else { return nil }
    let guardian = Self.guardian(shown)
    func finding(_ said: CitedText, isDecision: Bool, _ owner: String?, _ confidence: Double) -> EvaluatedFinding? {
      guard let claim = guardian.claim(said.text, citations: said.citations),
        let turn = claim.citations.first(where: { $0 > first })
      else { return nil }
      return EvaluatedFinding(
        isDecision: isDecision, turn: turn - 1, text: claim.text, owner: owner, confidence: confidence)
    }
    return output.tasks.compactMap { finding($0.task, isDecision: false, $0.owner, $0.confidence) }
      + output.decisions.compactMap { finding($0.decision, isDecision: true, nil, $0.confidence) }
  }

  // MARK: Parts

  private func pass(_ shown: [PromptTurn], from first: Int, _ members: [String]) async throws -> PassPrompt.Output? {
    try await answer(PassPrompt(turns: shown, firstNew: first + 1, members: members, records: []))
      .flatMap(PassPrompt.Output.init)
  }

  /// `nil` for an answer that cannot be used. Throws a sentence where the next would be none
  /// either.
  private func answer(_ prompt: some Prompt) async throws -> JSONValue? {
    do throws(ModelFailure) {
      total.withLock { $0.asked += 1 }
      let answer = try await model.complete(prompt.request(deadline: deadline))
      total.withLock { ($0.answers, $0.usage) = ($0.answers + 1, $0.usage + answer.usage) }
      return answer.json
    } catch {
      switch error.kind {
      case .tooLong, .refused, .invalidAnswer, .timedOut: return nil
      case .invalidRequest where !error.isNotFound: return nil
      default: throw EvaluationFailure("\(model.name) at \(model.place) cannot be asked (\(error)).")
      }
    }
  }

  private static func shown(_ turns: [Turn]) -> [PromptTurn] {
    turns.enumerated().map { PromptTurn(number: $0 + 1, speaker: $1.speaker, text: $1.text) }
  }

  /// Each once, in the order in which they speak.
  private static func members(_ turns: [Turn]) -> [String] {
    var seen = Set<String>()
    return turns.map(\.speaker).filter { seen.insert($0).inserted }
  }

  private static func guardian(_ shown: [PromptTurn]) -> ModelOutputGuard {
    ModelOutputGuard(sources: Dictionary(uniqueKeysWithValues: shown.map { ($0.number, $0.text) }))
  }
}
