import Domain
import ServerCore
import WireProtocol

/// Conversations as such.
enum ConversationRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [
      create(services), list(services), window(services), delta(services), update(services), settings(services),
    ]
  }

  private static func create(_ services: RestServices) -> Route {
    .signedIn(
      .post, "/v1/conversations",
      .init(
        "createConversation", "Start a direct conversation or a group", body: .createConversationRequest,
        answers: .init(201, .window), .init(200, .window))
    ) { request, asker in
      let form: CreateConversationRequest = try request.body()
      let name: String? = form.kind == .group ? try AccountRules.validatedName(form.name ?? "") : nil
      try services.context.creationLimiter.take(asker.user, now: services.context.clock.now)
      let result = try await services.context.gateway.perform(
        .conversation(
          .create(
            creator: asker.user, id: form.id ?? services.identifiers.next(), kind: form.kind, name: name,
            members: form.members)))
      guard case .conversation(let conversation, let isNew) = result else { throw RestServices.unexpected }
      let window = try await services.delta(of: conversation.id, for: asker.user, fromRev: 0)
      return .json(window, status: isNew ? 201 : 200)
    }
  }

  private static func list(_ services: RestServices) -> Route {
    .signedIn(
      .get, "/v1/conversations",
      .init("listConversations", "My conversations and their revisions", answers: .init(200, .conversations))
    ) { _, asker in
      let revs = try await services.reader.read { try $0.feedRevs(of: asker.user) }
      let conversations = revs.compactMap { feed, rev in feed.conversation.map { FeedRev(id: $0, rev: rev) } }
      return .json(ConversationsResponse(conversations: conversations.sorted { $0.id < $1.id }))
    }
  }

  private static func window(_ services: RestServices) -> Route {
    .conversation(
      .read, .get, "/v1/conversations/{id}",
      .init("getConversation", "The newest window of a conversation", answers: .init(200, .window))
    ) { _, asker, conversation in
      .json(try await services.delta(of: conversation, for: asker.user, fromRev: 0))
    }
  }

  private static func delta(_ services: RestServices) -> Route {
    .conversation(
      .read, .get, "/v1/conversations/{id}/delta",
      .init(
        "getDelta", "What changed after a revision", query: [.integer("fromRev", required: true)],
        answers: .init(200, .window))
    ) { request, asker, conversation in
      guard let fromRev = try request.number("fromRev") else { throw Refusal(.invalid, "fromRev is missing.") }
      return .json(try await services.delta(of: conversation, for: asker.user, fromRev: fromRev))
    }
  }

  private static func update(_ services: RestServices) -> Route {
    .conversation(
      .rename, .patch, "/v1/conversations/{id}",
      .init(
        "updateConversation", "Rename a group or change its photo", body: .conversationPatchRequest,
        answers: .init(200, .conversation))
    ) { request, asker, conversation in
      let form: ConversationPatchRequest = try request.body()
      var name: String?
      if let wanted = form.name { name = try AccountRules.validatedName(wanted) }
      if case .some(.some(let photo)) = form.photo, photo.utf8.count > 2_048 || photo.hasControlCharacter {
        throw Refusal(.invalid, "The photo has at most 2048 bytes and no control characters.")
      }
      let result = try await services.context.gateway.perform(
        .conversation(.update(asker: asker.user, conversation: conversation, name: name, photo: form.photo)))
      if case .conversation(let changed, _) = result { return .json(changed) }
      return .json(try await services.reader.read { try $0.conversation(conversation, for: asker.user) })
    }
  }

  private static func settings(_ services: RestServices) -> Route {
    .conversation(
      .changeSettings, .put, "/v1/conversations/{id}/settings",
      .init(
        "changeSettings", "Mute, archive or pin a conversation for me", body: .settingsRequest,
        answers: .init(200, .settings))
    ) { request, asker, conversation in
      let form: ConversationSettingsChange = try request.body()
      let result = try await services.context.gateway.perform(
        .member(.changeSettings(asker: asker.user, conversation: conversation, form)))
      guard case .settings(let settings) = result else { throw RestServices.unexpected }
      return .json(settings)
    }
  }
}

extension RestServices {
  static let unexpected = Refusal(.internal, "The server answered itself with something unexpected.")

  func delta(
    of conversation: ConversationID, for asker: UserID, fromRev: Int64
  ) async throws(Refusal) -> FeedDelta {
    try await reader.read { store in
      var delta = try store.delta(of: .conversation(conversation), for: asker, fromRev: fromRev)
      delta.history = store.history
      return delta
    }
  }
}
