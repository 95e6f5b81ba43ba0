import Domain
import Intelligence
import WireProtocol

/// Summaries, the catch-up digest, and what becomes of outputs.
enum SummaryRoutes {
  static func make(_ services: IntelligenceServices) -> [Route] {
    [
      summarize(services), digest(services), list(services), feedback(services), dismiss(services), share(services),
      sharePreview(services),
    ]
  }

  private static func summarize(_ services: IntelligenceServices) -> Route {
    .conversation(
      .askIntelligence, .post, "/v1/conversations/{id}/summary",
      .init("summarizeThread", "Summarise a conversation", body: .summaryRequest, answers: .init(200, .aiOutput))
    ) { request, asker, conversation in
      let form: SummaryRequest = try request.body()
      let output = try await services.summaries.summarizeThread(
        conversation, for: asker.user, range: try form.validRange(),
        question: try form.validQuestion())
      return .json(output)
    }
  }

  private static func digest(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .post, "/v1/ai/digest",
      .init("summarizeUnread", "Say what I have missed everywhere", answers: .init(200, .aiOutput))
    ) { _, asker in
      .json(try await services.summaries.digest(for: asker.user))
    }
  }

  private static func list(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/outputs", .init("listOutputs", "What was answered to me", answers: .init(200, .outputsResponse))
    ) { _, asker in
      .json(OutputsResponse(outputs: try await services.outputs.outputs(of: asker.user)))
    }
  }

  private static func feedback(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .put, "/v1/ai/outputs/{output}/feedback",
      .init("setFeedback", "Say whether an output helped", body: .feedbackRequest, answers: .init(204))
    ) { request, asker in
      let form: FeedbackRequest = try request.body()
      try await services.outputs.setFeedback(
        form.feedback, note: form.note, of: try request.id("output"), by: asker.user)
      return .noContent
    }
  }

  private static func dismiss(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .delete, "/v1/ai/outputs/{output}", .init("dismissOutput", "Put an output away", answers: .init(204))
    ) { request, asker in
      try await services.outputs.dismiss(try request.id("output"), by: asker.user)
      return .noContent
    }
  }

  private static func sharePreview(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/outputs/{output}/share",
      .init("previewOutput", "What sharing an output would post", answers: .init(200, .sharePreview))
    ) { request, asker in
      .json(SharePreview(text: try await services.outputs.sharePreview(try request.id("output"), by: asker.user)))
    }
  }

  private static func share(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .post, "/v1/ai/outputs/{output}/share",
      .init(
        "shareOutput", "Post an output as my message", body: .shareRequest, answers: .init(200, .sharedResponse))
    ) { request, asker in
      let form: ShareRequest = try request.body()
      let message = try await services.outputs.share(
        try request.id("output"), to: form.conversation, by: asker.user)
      return .json(SharedResponse(message: message))
    }
  }
}
