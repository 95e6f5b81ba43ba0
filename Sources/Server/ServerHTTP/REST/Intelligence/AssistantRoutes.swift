import Domain
import Intelligence
import WireProtocol

/// The talk with the assistant, its memory, and what it may do.
enum AssistantRoutes {
  static func make(_ services: IntelligenceServices) -> [Route] {
    [
      talk(services), history(services), eraseHistory(services), memory(services), eraseMemory(services),
      execute(services), decide(services),
    ]
  }

  private static func talk(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .post, "/v1/ai/assistant",
      .init(
        "talkToAssistant", "Say something; the answer comes as events, each the whole message so far",
        body: .assistantRequest, answers: .init(200, events: .assistantMessage))
    ) { request, asker in
      let form: AssistantRequest = try request.body()
      let answer = try await services.assistant.talk(
        asker: asker.user, text: form.text, conversation: form.conversation, as: form.id)
      return .events(answer)
    }
  }

  private static func history(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/assistant",
      .init("assistantHistory", "The talk so far", answers: .init(200, .assistantHistoryResponse))
    ) { _, asker in
      .json(AssistantHistoryResponse(messages: try await services.assistant.history(of: asker.user)))
    }
  }

  private static func eraseHistory(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .delete, "/v1/ai/assistant", .init("eraseAssistantHistory", "Forget the talk", answers: .init(204))
    ) { _, asker in
      try await services.assistant.eraseHistory(of: asker.user)
      return .noContent
    }
  }

  private static func memory(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/memory",
      .init("assistantMemory", "What the assistant keeps about me", answers: .init(200, .memoryResponse))
    ) { _, asker in
      .json(MemoryResponse(entries: try await services.assistant.memory(of: asker.user)))
    }
  }

  private static func eraseMemory(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .delete, "/v1/ai/memory/{entry}", .init("eraseMemory", "Forget one thing", answers: .init(204))
    ) { request, asker in
      try await services.assistant.eraseMemory(try request.id("entry"), of: asker.user)
      return .noContent
    }
  }

  private static func execute(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .post, "/v1/ai/functions",
      .init(
        "executeFunction", "Call a function of the assistant: what reads runs, what writes becomes a proposal",
        body: .functionRequest, answers: .init(200, .assistantMessage))
    ) { request, asker in
      let form: FunctionRequest = try request.body()
      return .json(
        try await services.assistant.executeFunction(
          form.function, arguments: form.arguments, conversation: form.conversation, asker: asker.user))
    }
  }

  private static func decide(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .put, "/v1/ai/proposals/{proposal}",
      .init(
        "decideProposal", "Approve or reject a proposed change", body: .proposalRequest,
        answers: .init(200, .actionProposal))
    ) { request, asker in
      let form: ProposalRequest = try request.body()
      return .json(
        try await services.assistant.decide(
          try request.id("proposal"), isApproved: form.approve, asker: asker.user))
    }
  }
}
