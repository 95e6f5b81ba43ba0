import Domain
import Intelligence
import WireProtocol

/// Search by meaning, and questions.
enum SmartSearchRoutes {
  private static let standardLimit = 20
  private static let maximumLimit = 100
  private static let maximumQuestion = 500

  static func make(_ services: IntelligenceServices) -> [Route] {
    [search(services), ask(services)]
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

  private static func checked(_ text: String) throws(Refusal) -> String {
    guard text.contains(where: { !$0.isWhitespace }) else { throw Refusal(.invalid, "Say what to look for.") }
    try QuestionText.check(text, maximum: maximumQuestion)
    return text
  }
}
