import Domain
import Intelligence
import ServerCore
import WireProtocol

/// Preferences, switches, status and the ledger.
enum IntelligenceSettingsRoutes {
  static func make(_ services: IntelligenceServices, commands: any CommandPerformer) -> [Route] {
    [
      preferences(services), savePreferences(services), switchConversation(commands), status(services),
      ledger(services),
    ]
  }

  private static func preferences(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/preferences",
      .init("getPreferences", "What I want of the intelligence", answers: .init(200, "AIPreferences"))
    ) { _, asker in
      try .encoded(try await services.preferences.preferences(of: asker.user))
    }
  }

  private static func savePreferences(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .put, "/v1/ai/preferences",
      .init("savePreferences", "Say what I want of the intelligence", body: "AIPreferences", answers: .init(204))
    ) { request, asker in
      let form: AIPreferences = try request.decoded()
      try await services.preferences.save(form, of: asker.user)
      return .noContent
    }
  }

  private static func switchConversation(_ commands: any CommandPerformer) -> Route {
    .conversation(
      .switchIntelligence, .put, "/v1/conversations/{id}/intelligence",
      .init(
        "switchIntelligence", "Switch the intelligence on or off for a conversation", body: "SwitchRequest",
        answers: .init(204))
    ) { request, asker, conversation in
      let form: SwitchRequest = try request.decoded()
      _ = try await commands.perform(
        .intelligence(.insight(.setIntelligence(asker: asker.user, conversation: conversation, isOn: form.isOn))))
      return .noContent
    }
  }

  private static func status(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/status",
      .init("intelligenceStatus", "What the intelligence can do now", answers: .init(200, "AIStatus"))
    ) { _, asker in
      try .encoded(try await services.status(for: asker.user))
    }
  }

  private static func ledger(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/ledger", .init("listLedger", "What text of mine went where", answers: .init(200, "LedgerResponse"))
    ) { _, asker in
      try .encoded(LedgerResponse(entries: try await services.ledger.entries(of: asker.user)))
    }
  }
}
