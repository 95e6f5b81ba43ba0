import AIProviders
import Domain
import OnBoxAI
import ServerCore

/// Says in a few sentences what was said in many.
package struct SummaryService: Sendable {
  let runner: AIRunner
  let reader: IntelligenceReader
  let people: PeopleDirectory
  let vectors: VectorIndex
  let engine: OnBoxEngine
  let configuration: IntelligenceConfiguration
  let clock: any WallClock

  private var reading: SummaryReading {
    SummaryReading(people: people, vectors: vectors, hasEmbeddings: engine.embedder != nil, now: clock.now)
  }

  var comparer: ModelComparer {
    ModelComparer(reader: reader, reading: reading, engine: engine, runner: runner, configuration: configuration)
  }

  /// `summarizeThread`: what the messages of a range say, or what they say about `question`. Empty,
  /// and not kept, when there are none.
  package func summarizeThread(
    _ conversation: ConversationID, for asker: UserID, range: SummaryRange, question: String? = nil
  ) async throws(Refusal) -> AIOutput {
    try await runner.output(for: asker, of: .summaries) { preferences throws(Refusal) in
      let material = try await reader.read { [reading] store in
        try reading.material(conversation, for: asker, range: range, in: store)
      }
      let style = WritingStyle(preferences, profile: material.profile)
      let request = OutputRequest(
        feature: "summarizeThread", kind: .summary, asker: asker, preferences: preferences,
        conversation: conversation, outlines: [material.outline], messages: material.messages,
        parameters: [range.parameter, question ?? "", SummaryPrompt.label] + style.parameters + material.parameters)
      return try await runner.cachedOrMade(
        request,
        onBox: { [engine] in ThreadSummary(engine: engine, material: material).draft(range, question: question) },
        byModel: { model in try await draft(material, range, question, style, by: model) })
    }
  }

  /// `summarizeUnread`: what the asker has missed in all conversations, the most important first.
  /// Under that `id`, where one is given: made again, it takes the place of the former one.
  package func digest(for asker: UserID, id: AIOutputID? = nil) async throws(Refusal) -> AIOutput {
    try await runner.output(for: asker, of: .summaries) { preferences throws(Refusal) in
      let digest = try await reader.read { [reading] store in
        try Digest.read(reading, for: asker, preferences, in: store)
      }
      let style = WritingStyle(preferences, profile: digest.profile)
      var request = OutputRequest(
        feature: "summarizeUnread", kind: .digest, asker: asker, preferences: preferences,
        outlines: digest.sections.map(\.material.outline), messages: digest.sections.flatMap(\.material.messages),
        parameters: [DigestPrompt.label] + style.parameters + digest.parameters)
      request.id = id
      return try await runner.cachedOrMade(
        request, onBox: { [engine] in digest.draft(engine) },
        byModel: { model in try await draft(digest, style, by: model) })
    }
  }

  // MARK: With a model

  private func draft(
    _ material: SummaryMaterial, _ range: SummaryRange, _ question: String?, _ style: WritingStyle,
    by model: any TextModel
  ) async throws -> Draft {
    let shown = ModelMaterial(
      material.messages, names: material.names, timeZone: material.timeZone,
      maximumMessages: configuration.modelMessages, maximumCharacters: configuration.modelCharacters)
    let prompt = SummaryPrompt(
      turns: shown.turns, reader: material.names[material.asker], question: question,
      words: ThreadSummary.words(for: material.messages.count))
    let answer = try await model.complete(style.applied(to: prompt.request(deadline: configuration.modelDeadline)))
    guard let json = answer.json, let output = SummaryPrompt.Output(json) else { throw ModelFailure(.invalidAnswer) }
    let points = output.points.map { Draft.Point($0.text, citations: shown.messages($0.citations)) }
    var draft = Draft(
      title: ThreadSummary.title(material, range, question), sentences: points, points: points,
      contributions: zip(output.contributions, output.contributors).map { item, person in
        Draft.Point(
          item.text, person: material.names.user(named: person), citations: shown.messages(item.citations))
      },
      confidence: 0.8,
      reason: "Written by \(model.name) from \(shown.turns.count) messages; each point names those that say it.")
    if points.isEmpty, question != nil { draft = ThreadSummary.nothing(material, range, question) }
    return draft.made(from: shown, answer)
  }

  private func draft(_ digest: Digest, _ style: WritingStyle, by model: any TextModel) async throws -> Draft {
    let shown = ModelMaterial(
      digest.sections.flatMap(\.material.messages), names: digest.names, timeZone: digest.timeZone,
      titles: digest.titles, maximumMessages: configuration.modelMessages,
      maximumCharacters: configuration.modelCharacters)
    let prompt = DigestPrompt(turns: shown.turns, reader: digest.names[digest.profile.id])
    let answer = try await model.complete(style.applied(to: prompt.request(deadline: configuration.modelDeadline)))
    guard let json = answer.json, let output = DigestPrompt.Output(json) else { throw ModelFailure(.invalidAnswer) }
    var draft = Draft(
      title: digest.title,
      points: output.points.prefix(Digest.maximumSections).map {
        Draft.Point($0.text, citations: shown.messages($0.citations))
      },
      confidence: 0.8,
      reason: "Written by \(model.name) from \(shown.turns.count) messages; each point names those that say it.")
    draft.fallbackText = digest.overview
    return draft.made(from: shown, answer)
  }
}
