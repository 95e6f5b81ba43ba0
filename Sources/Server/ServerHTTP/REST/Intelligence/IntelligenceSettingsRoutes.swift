import Domain
import Intelligence
import ServerCore
import WireProtocol

/// Preferences, switches, status and the ledger.
enum IntelligenceSettingsRoutes {
  static func make(_ rest: RestServices) -> [Route] {
    let services = rest.intelligence
    return [
      preferences(services), savePreferences(rest), switchConversation(rest), work(services), status(services),
      ledger(services),
    ]
  }

  private static func preferences(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/preferences",
      .init("getPreferences", "What I want of the AI", answers: .init(200, .aiPreferences))
    ) { _, asker in
      .json(try await services.preferences.preferences(of: asker.user))
    }
  }

  private static func savePreferences(_ services: RestServices) -> Route {
    .signedIn(
      .put, "/v1/ai/preferences",
      .init("savePreferences", "Say what I want of the AI", body: .aiPreferences, answers: .init(204))
    ) { request, asker in
      let form: AIPreferences = try request.replacement()
      if form.digest?.byMail == true { try await services.digestMailing.check(asker.user) }
      try await services.intelligence.preferences.save(form, of: asker.user)
      return .noContent
    }
  }

  private static func switchConversation(_ services: RestServices) -> Route {
    .conversation(
      .switchIntelligence, .put, "/v1/conversations/{id}/intelligence",
      .init(
        "switchIntelligence", "Switch the AI on or off for a conversation", body: .switchRequest,
        answers: .init(204))
    ) { request, asker, conversation in
      let form: SwitchRequest = try request.body()
      _ = try await services.context.gateway.perform(
        .intelligence(.insight(.setIntelligence(asker: asker.user, conversation: conversation, isOn: form.isOn))),
        by: services.actor(asker, at: request.address))
      return .noContent
    }
  }

  private static func work(_ services: IntelligenceServices) -> Route {
    .conversation(
      .askIntelligence, .get, "/v1/conversations/{id}/intelligence",
      .init("conversationWork", "How far the AI is with a conversation", answers: .init(200, .conversationWork))
    ) { _, asker, conversation in
      let waiting = try await services.insights.waiting(in: conversation, asker: asker.user)
      return .json(ConversationWork(waitingMessages: waiting))
    }
  }

  private static func status(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/status",
      .init("intelligenceStatus", "What the AI can do now", answers: .init(200, .aiStatus))
    ) { _, asker in
      .json(try await services.status(for: asker.user))
    }
  }

  private static func ledger(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/ledger", .init("listLedger", "What text of mine went where", answers: .init(200, .ledgerResponse))
    ) { _, asker in
      .json(LedgerResponse(entries: try await services.ledger.entries(of: asker.user)))
    }
  }
}
