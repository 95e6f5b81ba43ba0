import AIProviders
import Domain
import Foundation
import ServerCore

/// Answers questions with what was said, and shows where.
package struct AnswerService: Sendable {
  /// Messages that are found for a question; with their surroundings they are what an answer is made from.
  private static let foundMessages = 12
  private static let feature = "askConversations"

  private let runner: AIRunner
  private let reader: IntelligenceReader
  private let retriever: Retriever
  private let people: PeopleDirectory
  private let engine: OnBoxEngine
  private let configuration: IntelligenceConfiguration
  private let clock: any WallClock

  init(
    runner: AIRunner, reader: IntelligenceReader, retriever: Retriever, people: PeopleDirectory, engine: OnBoxEngine,
    configuration: IntelligenceConfiguration, clock: any WallClock
  ) {
    self.runner = runner
    self.reader = reader
    self.retriever = retriever
    self.people = people
    self.engine = engine
    self.configuration = configuration
    self.clock = clock
  }

  /// `askConversations`: an answer whose every claim cites messages that the asker can read; `isFound` is false when nothing supports one.
  /// The filters of the search box may stand in the question.
  package func ask(_ question: String, for asker: UserID) async throws(Refusal) -> AIOutput {
    let query = try Self.query(question)
    return try await runner.run(for: asker) { preferences throws(Refusal) in
      let far = try await retriever.remote?.query(query.question, feature: Self.feature, for: asker, preferences)
      let material = try await material(query, far?.query, for: asker)
      let style = WritingStyle(preferences, profile: material.profile)
      let labels = [AnswerPrompt.label, AnswerExtractor.label]
      var parameters = [question, material.timeZone.identifier] + labels + style.parameters
      if let person = material.person {
        parameters.append(person.introduction)
        return FeaturePlan(
          feature: Self.feature, kind: .answer, outlines: material.outlines, messages: material.messages,
          parameters: parameters, onBox: { person.draft(question: query.question) })
      }
      var plan = FeaturePlan(
        feature: Self.feature, kind: .answer, outlines: material.outlines, messages: material.messages,
        parameters: parameters,
        onBox: {
          AnswerExtractor(
            engine: engine, names: material.names, titles: material.titles, timeZone: material.timeZone
          ).draft(question: query.question, found: material.found, insights: material.insights)
        },
        model: { model in try await draft(query.question, material, style, by: model) })
      plan.notice = far?.notice
      return plan
    }
  }

  // MARK: Reading

  private struct Question: Sendable {
    /// Without the filters.
    var question: String
    var search: SearchQuery
  }

  private struct Material: Sendable {
    /// When the question is who somebody is.
    var person: PersonAnswer?
    var found: [Retriever.Found]
    /// What decisions and action items answer, with how well it fits.
    var insights: [(point: Draft.Point, score: Double)]
    /// What was found and what stands around it, by conversation and seq.
    var messages: [PlacedMessage]
    var outlines: [ConversationOutline]
    var names: Names
    var titles: [ConversationID: String]
    var profile: Profile
    var timeZone: TimeZone
  }

  private static func query(_ text: String) throws(Refusal) -> Question {
    let search = try SearchQueryParser.parse(text)
    let question = (search.words + search.phrases).joined(separator: " ")
    guard !question.isEmpty else { throw Refusal(.invalid, "There is no question.") }
    return Question(question: question, search: search)
  }

  private func material(
    _ query: Question, _ far: RemoteEmbeddings.Query?, for asker: UserID
  ) async throws(Refusal) -> Material {
    try await reader.read { [retriever, people] store in
      if let known = try person(query, for: asker, in: store) { return known }
      let found = try retriever.find(
        query.search, meaning: query.question, remote: far, for: asker, limit: Self.foundMessages, in: store)
      let all = try store.outlines(for: asker)
      let passing = RetrievalFilter(query: query.search, people: people)
      let timeZone = try people.timeZone(of: asker)
      let members = try people.names(of: [], members: all.flatMap(\.members))
      let chooser = InsightAnswers(names: members, titles: [:], timeZone: timeZone)
      let matches = chooser.matches(
        query.question, AnswerKind(query.question), WhoQuestion(query.question, names: members),
        among: try Self.insights(query.search, all, for: asker, in: store), found: found)
      // Read for the asker like everything else; what the filters leave out answers nothing.
      let cited = try store.messages(matches.flatMap(\.placed.insight.citations), for: asker).filter(passing.passes)
      let byID = Dictionary(cited.map { ($0.message.id, $0) }, uniquingKeysWith: { first, _ in first })
      let best = chooser.best(matches, byID)
      let rests = best.flatMap(\.placed.insight.citations).compactMap { byID[$0] }
      var seen = Set<MessageID>()
      let messages = (found.flatMap { [$0.placed] + $0.around } + rests).filter { seen.insert($0.message.id).inserted }
        .sorted { ($0.conversation, $0.message.seq) < ($1.conversation, $1.message.seq) }
      let used = Set(messages.map(\.conversation))
      let outlines = all.filter { used.contains($0.conversation.id) }
      let names = try people.names(of: messages.map(\.message.sender), members: outlines.flatMap(\.members))
      let titles = Dictionary(
        outlines.map { ($0.conversation.id, $0.title(for: asker, names)) }, uniquingKeysWith: { first, _ in first })
      let answers = InsightAnswers(names: names, titles: titles, timeZone: timeZone)
      return Material(
        found: found,
        insights: best.compactMap { match in answers.point(match, byID).map { ($0, match.score) } },
        messages: messages, outlines: outlines, names: names, titles: titles, profile: try people.profile(asker),
        timeZone: timeZone)
    }
  }

  /// What is known of whom the question asks for by name; `nil` when it asks for something else, or for nobody of the asker's conversations.
  private func person(
    _ query: Question, for asker: UserID, in store: any IntelligenceStore
  ) throws -> Material? {
    let readable = try Self.readable(query.search, try store.outlines(for: asker), for: asker, in: store)
    let names = try people.names(of: [], members: readable.flatMap(\.members))
    guard case .people(let users)? = WhoQuestion(query.question, names: names)?.subject else { return nil }
    let timeZone = try people.timeZone(of: asker)
    let titles = Dictionary(
      readable.map { ($0.conversation.id, $0.title(for: asker, names)) }, uniquingKeysWith: { first, _ in first })
    let answers = InsightAnswers(names: names, titles: titles, timeZone: timeZone)
    let insights = try Self.insights(query.search, readable, for: asker, in: store)
    let passing = RetrievalFilter(query: query.search, people: people)
    let cited = try store.messages(Set(insights.flatMap(\.insight.citations)).sorted(), for: asker)
      .filter(passing.passes)
    let byID = Dictionary(cited.map { ($0.message.id, $0) }, uniquingKeysWith: { first, _ in first })
    let asked = users.prefix(PersonAnswer.maximumPeople)
    let matches = asked.flatMap { answers.matches(of: $0, among: insights, byID) }
    let person = PersonAnswer(
      asker: asker, people: Array(asked), outlines: readable, names: names,
      points: matches.compactMap { answers.point($0, byID) })
    var seen = Set<MessageID>()
    let messages = matches.flatMap(\.placed.insight.citations).filter { seen.insert($0).inserted }
      .compactMap { byID[$0] }
    return Material(
      person: person, found: [], insights: [], messages: messages, outlines: person.shared, names: names,
      titles: titles, profile: try people.profile(asker), timeZone: timeZone)
  }

  /// The asker's conversations with the intelligence on that pass the `in:` filter.
  private static func readable(
    _ query: SearchQuery, _ outlines: [ConversationOutline], for asker: UserID, in store: any IntelligenceStore
  ) throws -> [ConversationOutline] {
    let readable = outlines.filter(\.isIntelligenceOn)
    guard !query.conversations.isEmpty else { return readable }
    let allowed = Set(try store.conversations(matching: query, for: asker))
    return readable.filter { allowed.contains($0.conversation.id) }
  }

  /// Decisions and action items of conversations with the intelligence on that pass the `in:` filter, newest first.
  private static func insights(
    _ query: SearchQuery, _ outlines: [ConversationOutline], for asker: UserID, in store: any IntelligenceStore
  ) throws -> [PlacedInsight] {
    let allowed = Set(try readable(query, outlines, for: asker, in: store).map(\.conversation.id))
    return try [Insight.Kind.decision, .actionItem].flatMap { kind in
      try store.insights(InsightFilter(kind: kind, statuses: [.open, .done], limit: 500), for: asker)
    }.filter { allowed.contains($0.conversation) }
  }

  // MARK: With a model

  private func draft(
    _ question: String, _ material: Material, _ style: WritingStyle, by model: any TextModel
  ) async throws -> Draft {
    let shown = ModelMaterial(
      material.messages, names: material.names, timeZone: material.timeZone, titles: material.titles,
      maximumMessages: configuration.modelMessages, maximumCharacters: configuration.modelCharacters)
    let prompt = AnswerPrompt(
      turns: shown.turns, question: question, asker: material.names[material.profile.id],
      today: MomentWords(timeZone: material.timeZone).exact(clock.now))
    let answer = try await model.complete(
      style.applied(to: prompt.request(deadline: configuration.modelDeadline)))
    guard let json = answer.json, let output = AnswerPrompt.Output(json) else { throw ModelFailure(.invalidAnswer) }
    let texts = Dictionary(
      material.messages.map { ($0.message.id, $0) }, uniquingKeysWith: { first, _ in first })
    let support = ClaimSupport(embedder: engine.embedder)
    let claims = output.claims.map { Draft.Point($0.text, citations: shown.messages($0.citations)) }
    let supported = try await reader.compute {
      claims.filter { claim in
        let cited = claim.citations.compactMap { texts[$0] }
        return support.supports(
          claim.text, by: cited.map { "\(material.names[$0.message.sender]): \($0.message.text)" })
      }
    }
    var draft =
      output.isFound && !supported.isEmpty
      ? Draft(
        title: question, sentences: supported, points: supported, confidence: 0.8,
        reason: "Written by \(model.name) from \(shown.turns.count) messages; each sentence names those that say it.")
      : AnswerExtractor.nothing(question)
    draft.usage = answer.usage
    draft.modelName = answer.model
    draft.messagesSent = shown.turns.count
    return draft
  }
}

extension ConversationOutline {
  /// What the asker knows the conversation as.
  func title(for asker: UserID, _ names: Names) -> String {
    if let name = conversation.name, !name.isEmpty { return name }
    let others = members.map(\.user).filter { $0 != asker }
    guard conversation.kind == .group else { return others.first.map { names[$0] } ?? "a conversation" }
    return "a group"
  }
}
