import AIProviders
import Domain
import ServerCore

/// Reads the same messages with the server's own engine and with the connected model, for an admin
/// who decides whom the model is switched on for.
struct ModelComparer: Sendable {
  let reader: IntelligenceReader
  let reading: SummaryReading
  let engine: OnBoxEngine
  let runner: AIRunner
  let configuration: IntelligenceConfiguration

  /// Nothing of it is kept but what it cost. Throws `notFound` for what the asker may not see,
  /// `invalid` where nothing was said, and `forbidden` where somebody does not let models elsewhere
  /// read.
  func compare(
    _ conversation: ConversationID, days: Int, for asker: UserID, with model: any TextModel
  ) async throws(Refusal) -> ModelComparison {
    guard ModelComparisonForm.daysRange ~= days else {
      throw Refusal(.invalid, "Days are 1 to \(ModelComparisonForm.daysRange.upperBound).")
    }
    let range = SummaryRange.days(days)
    let material = try await reader.read { [reading] in
      try reading.material(conversation, for: asker, range: range, in: $0)
    }
    try runner.admit(material.outline)
    guard !material.messages.isEmpty else { throw Refusal(.invalid, "Nothing was said there in that time.") }
    guard try await runner.allowModels([conversation]) else {
      throw Refusal(.forbidden, "Not everybody in this conversation lets models elsewhere read.")
    }
    let reservation = try await runner.budget.reserve(
      asker, tokens: 2 * ModelMaterial.tokens(of: material.messages, configuration))
    defer { runner.budget.release(reservation) }
    if let notice = reservation.notice { throw Refusal(.rateLimited, notice) }
    let own = try await reader.compute { [engine] in
      ThreadSummary(engine: engine, material: material).reading(range)
    }
    let asked = ModelReader(model: AttributedModel(model: model, asker: asker), configuration: configuration)
    let (other, answers, failure) = await asked.read(material)
    var usage = ModelUsage.none
    for answer in answers { usage = usage + answer.usage }
    let milliseconds = Int(answers.reduce(0) { $0 + $1.latency } * 1_000)
    let name = answers.first.map { model.nameToShow($0.model) } ?? model.name
    if !answers.isEmpty || failure?.mayHaveSent == true {
      try await runner.records.note(
        AIReceipt(
          model: name, place: model.place, messagesRead: material.messages.count,
          messagesSent: material.messages.count, inputTokens: usage.inputTokens, outputTokens: usage.outputTokens,
          milliseconds: milliseconds),
        feature: "compareModel", conversations: [conversation], for: asker, prices: model.prices)
    }
    return ModelComparison(
      title: material.title, messages: material.messages.count, own: own, model: name, place: model.place,
      other: failure == nil ? other : nil, problem: failure?.advice(model: model.name, at: model.place),
      milliseconds: milliseconds, inputTokens: usage.inputTokens, outputTokens: usage.outputTokens,
      cost: answers.isEmpty ? nil : model.prices?.millionths(of: usage))
  }
}

extension ThreadSummary {
  /// What the engine quotes, and the records beside it.
  fileprivate func reading(_ range: SummaryRange) -> ModelReading {
    let (tasks, decisions) = (material.records(.actionItem), material.records(.decision))
    let records = Set((tasks + decisions).map(\.text))
    return ModelReading(
      summary: draft(range, question: nil).points.map(\.text).filter { !records.contains($0) },
      tasks: tasks.map(\.text), decisions: decisions.map(\.text))
  }
}

/// Asks a model for what a reading is made of: a summary, tasks and decisions.
private struct ModelReader {
  let model: any TextModel
  let configuration: IntelligenceConfiguration

  /// What it said before it failed, if it did, counts.
  func read(
    _ material: SummaryMaterial
  ) async -> (reading: ModelReading?, answers: [ModelAnswer], failure: ModelFailure?) {
    let shown = ModelMaterial(
      material.messages, names: material.names, timeZone: material.timeZone,
      maximumMessages: configuration.modelMessages, maximumCharacters: configuration.modelCharacters)
    let summary = SummaryPrompt(
      turns: shown.turns, reader: material.names[material.asker],
      words: ThreadSummary.words(for: material.messages.count))
    let pass = PassPrompt(
      turns: shown.turns, firstNew: 1, members: material.outline.members.map { material.names[$0.user] }, records: [])
    var answers: [ModelAnswer] = []
    do throws(ModelFailure) {
      answers.append(try await model.complete(summary.request(deadline: configuration.modelDeadline)))
      answers.append(try await model.complete(pass.request(deadline: configuration.modelDeadline)))
    } catch {
      return (nil, answers, error)
    }
    guard let said = answers[0].json.flatMap(SummaryPrompt.Output.init),
      let found = answers[1].json.flatMap(PassPrompt.Output.init)
    else { return (nil, answers, ModelFailure(.invalidAnswer)) }
    let guardian = ModelOutputGuard(
      sources: Dictionary(uniqueKeysWithValues: shown.turns.map { ($0.number, $0.text) }))
    let tasks = found.tasks.compactMap { task in
      guardian.claim(task.task.text, citations: task.task.citations).map { claim in
        let owner = task.owner.map { guardian.label($0) } ?? ""
        let due = task.dueText.map { guardian.label($0) } ?? ""
        return "To do\(owner.isEmpty ? "" : " (\(owner))"): \(claim.text)\(due.isEmpty ? "" : ", \(due)")"
      }
    }
    return (
      ModelReading(
        summary: guardian.claims(said.points).map(\.text), tasks: tasks,
        decisions: guardian.claims(found.decisions.map(\.decision)).map { "Decided: \($0.text)" }),
      answers, nil
    )
  }
}
