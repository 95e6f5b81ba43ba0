import AIProviders
import Domain
import ServerCore

/// Answers questions with what was said, and shows where.
package struct AnswerService: Sendable {
  private static let feature = "askConversations"

  let runner: AIRunner
  let reader: IntelligenceReader
  let retriever: Retriever
  let people: PeopleDirectory
  let engine: OnBoxEngine
  let configuration: IntelligenceConfiguration
  let clock: any WallClock

  /// `askConversations`: an answer whose every claim cites messages that the asker can read;
  /// `isFound` is false when nothing supports one. The filters of the search box may stand in the
  /// question.
  package func ask(_ text: String, for asker: UserID) async throws(Refusal) -> AIOutput {
    let question = try AnswerQuestion(text)
    return try await runner.output(for: asker, of: .answers) { preferences throws(Refusal) in
      let far = try await retriever.remote?.query(question.text, feature: Self.feature, for: asker, preferences)
      let material = try await reader.read { [retriever, people] store in
        try AnswerReading(question, for: asker, in: store, people: people).material(retriever, remote: far?.query)
      }
      let style = WritingStyle(preferences, profile: material.profile)
      var request = OutputRequest(
        feature: Self.feature, kind: .answer, asker: asker, preferences: preferences, outlines: material.outlines,
        messages: material.messages,
        parameters: [question.typed, material.timeZone.identifier, AnswerPrompt.label, AnswerExtractor.label]
          + style.parameters)
      if let person = material.person {
        request.parameters.append(person.introduction)
        return try await runner.cachedOrMade(request, onBox: { person.draft(question: question.text) })
      }
      request.notice = far?.notice
      return try await runner.cachedOrMade(
        request, onBox: { quoted(question.text, material) },
        byModel: { model in try await written(question.text, material, style, by: model) })
    }
  }

  private func quoted(_ question: String, _ material: AnswerMaterial) -> Draft {
    AnswerExtractor(engine: engine, names: material.names, titles: material.titles, timeZone: material.timeZone)
      .draft(
        question: question, found: material.found, insights: material.insights, replaced: material.replaced,
        settled: material.settled)
  }

  private func written(
    _ question: String, _ material: AnswerMaterial, _ style: WritingStyle, by model: any TextModel
  ) async throws -> Draft {
    let shown = ModelMaterial(
      material.messages, names: material.names, timeZone: material.timeZone, titles: material.titles,
      maximumMessages: configuration.modelMessages, maximumCharacters: configuration.modelCharacters)
    let prompt = AnswerPrompt(
      turns: shown.turns, question: question, asker: material.names[material.profile.id],
      today: MomentWords(timeZone: material.timeZone).exact(clock.now))
    let answer = try await model.complete(style.applied(to: prompt.request(deadline: configuration.modelDeadline)))
    guard let json = answer.json, let output = AnswerPrompt.Output(json) else { throw ModelFailure(.invalidAnswer) }
    let claims = output.claims.map { Draft.Point($0.text, citations: shown.messages($0.citations)) }
    let supported = try await supported(claims, by: material)
    guard output.isFound, !supported.isEmpty else {
      return AnswerExtractor.nothing(question).made(from: shown, answer)
    }
    return Draft(
      title: question, sentences: supported, points: supported, confidence: 0.8,
      reason: "Written by \(model.name) from \(shown.turns.count) messages; each sentence names those that say it."
    ).made(from: shown, answer)
  }

  /// Those claims that the messages that they cite support.
  private func supported(
    _ claims: [Draft.Point], by material: AnswerMaterial
  ) async throws(Refusal) -> [Draft.Point] {
    let said = Dictionary(
      material.messages.map { ($0.message.id, "\(material.names[$0.message.sender]): \($0.textWithFiles)") },
      uniquingKeysWith: { first, _ in first })
    let support = ClaimSupport(embedder: engine.embedder)
    return try await reader.compute {
      claims.filter { support.supports($0.text, by: $0.citations.compactMap { said[$0] }) }
    }
  }
}
