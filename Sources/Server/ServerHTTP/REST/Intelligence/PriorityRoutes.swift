import Domain
import Intelligence
import WireProtocol

/// What is urgent for me, and my corrections.
enum PriorityRoutes {
  static func make(_ services: IntelligenceServices) -> [Route] {
    [inbox(services), categorize(services), correct(services)]
  }

  private static func inbox(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/priorities",
      .init(
        "detectPriorityMessages", "My messages by how much they want of me", query: [.text("unread")],
        answers: .init(200, .prioritiesResponse))
    ) { request, asker in
      let verdicts = try await services.priority.detectPriorityMessages(
        asker: asker.user, unreadOnly: request.query["unread"] == "true")
      return .json(PrioritiesResponse(verdicts: verdicts))
    }
  }

  private static func categorize(_ services: IntelligenceServices) -> Route {
    .conversation(
      .askIntelligence, .post, "/v1/conversations/{id}/messages/{message}/category",
      .init(
        "categorizeMessage", "How much one message wants of me, and why", answers: .init(200, .priorityVerdict))
    ) { request, asker, conversation in
      .json(
        try await services.priority.categorizeMessage(
          asker: asker.user, conversation: conversation, message: try request.id("message")))
    }
  }

  private static func correct(_ services: IntelligenceServices) -> Route {
    .conversation(
      .askIntelligence, .put, "/v1/conversations/{id}/messages/{message}/priority",
      .init(
        "correctPriority", "Correct a verdict; later ones learn from it", body: .priorityRequest,
        answers: .init(200, .priorityVerdict))
    ) { request, asker, conversation in
      let form: PriorityRequest = try request.body()
      return .json(
        try await services.priority.correct(
          asker: asker.user, conversation: conversation, message: try request.id("message"), to: form.priority))
    }
  }
}
