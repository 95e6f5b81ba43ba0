import Domain
import Intelligence
import ServerCore
import WireProtocol

/// Search by meaning, questions, and both with the search by words in one request.
enum SmartSearchRoutes {
  private static let standardLimit = 20
  private static let maximumLimit = 100
  private static let maximumQuestion = 500

  static func make(_ services: RestServices) -> [Route] {
    [search(services.intelligence), ask(services.intelligence), find(services)]
  }

  private static func search(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .post, "/v1/ai/search",
      .init(
        "searchConversations", "Search my conversations by words and meaning", body: .smartSearchRequest,
        answers: .init(200, .smartSearchResponse))
    ) { request, asker in
      let form: SmartSearchRequest = try request.body()
      let query = try checked(form.query)
      let limit = min(max(form.limit ?? standardLimit, 1), maximumLimit)
      let found = try await services.search.find(query, for: asker.user, limit: limit)
      return .json(SmartSearchResponse(hits: found.hits, notice: found.notice))
    }
  }

  private static func ask(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .post, "/v1/ai/ask",
      .init(
        "askConversations", "Answer a question from my conversations", body: .questionRequest,
        answers: .init(200, .aiOutput))
    ) { request, asker in
      let form: QuestionRequest = try request.body()
      return .json(
        try await services.answers.ask(try checked(form.question), for: asker.user))
    }
  }

  private static func find(_ services: RestServices) -> Route {
    .signedIn(
      .post, "/v1/search",
      .init(
        "findMessages",
        "Search by words and by meaning, and answer a question; what is found comes as events, each all of it so far",
        body: .findRequest, answers: .init(200, events: .findings))
    ) { request, asker in
      let form: FindRequest = try request.body()
      let query = try SearchQueryParser.parse(form.query)
      let limit = min(max(form.limit ?? standardLimit, 1), maximumLimit)
      let byWords = try await services.searcher.read { store in
        let whole = try query.withWholeNumber.map { number in
          try store.search(number, for: asker.user, limit: limit, before: nil).results
        }
        let all = try store.search(query, for: asker.user, limit: limit, before: nil)
        let first = Set((whole ?? []).map(\.message.id))
        return Findings(
          results: (whole ?? []) + all.results.filter { !first.contains($0.message.id) }, next: all.next)
      }
      return .events(findings(byWords, of: form, limit: limit, for: asker.user, services.intelligence))
    }
  }

  /// The words are looked up once more by each of the others, for they look for something else: the
  /// search by meaning ranks the best messages with any of the words that tell something, and an
  /// answer those for the question's. A list of the newest messages with all words, which comes
  /// first, has neither.
  ///
  /// What was found by words at once, then with what is found by meaning, then with the answer.
  private static func findings(
    _ byWords: Findings, of form: FindRequest, limit: Int, for asker: UserID, _ services: IntelligenceServices
  ) -> AsyncThrowingStream<Findings, any Error> {
    AsyncThrowingStream { continuation in
      let finding = Task {
        do {
          var findings = byWords
          continuation.yield(findings)
          let found = try await services.search.find(form.query, for: asker, limit: limit)
          (findings.hits, findings.notice) = (found.hits, found.notice)
          continuation.yield(findings)
          if form.asks {
            findings.answer = try await services.answers.ask(form.query, for: asker)
            continuation.yield(findings)
          }
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in finding.cancel() }
    }
  }

  private static func checked(_ text: String) throws(Refusal) -> String {
    guard text.contains(where: { !$0.isWhitespace }) else { throw Refusal(.invalid, "Say what to look for.") }
    try QuestionText.check(text, maximum: maximumQuestion)
    return text
  }
}
