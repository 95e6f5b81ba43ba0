import Domain
import ServerCore
import WireProtocol

/// Messages of a conversation.
enum MessageRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [page(services), post(services), edit(services), delete(services)]
  }

  private static func page(_ services: RestServices) -> Route {
    .conversation(
      .read, .get, "/v1/conversations/{id}/messages",
      .init(
        "getMessages", "Older or newer messages, or those around one: exactly one of before, after and around",
        query: [.integer("before"), .integer("after"), .text("around"), .integer("limit")],
        answers: .init(200, .page))
    ) { request, asker, conversation in
      let before = try request.number("before")
      let after = try request.number("after")
      let around = request.query["around"]
      guard [before != nil, after != nil, around != nil].filter(\.self).count == 1 else {
        throw Refusal(.invalid, "Give exactly one of before, after and around.")
      }
      let limit = try request.limit(standard: Limits.window, maximum: Limits.maximumPage)
      if let around {
        guard let message = MessageID(around) else { throw Refusal.notFound }
        return .json(
          try await services.reader.read { store in
            var page = try store.page(of: conversation, for: asker.user, around: message, limit: limit)
            page.history = store.history
            return page
          })
      }
      return .json(
        try await services.reader.read { store in
          var page = try store.page(of: conversation, for: asker.user, before: before, after: after, limit: limit)
          page.history = store.history
          return page
        })
    }
  }

  private static func post(_ services: RestServices) -> Route {
    .conversation(
      .post, .post, "/v1/conversations/{id}/messages",
      .init(
        "postMessage", "Send a message; a repeated id answers what was sent", body: .postMessageRequest,
        answers: .init(201, .message), .init(200, .message))
    ) { request, asker, conversation in
      let form: PostMessageRequest = try request.body()
      let delta = try await services.commit(
        .message(
          .post(
            sender: asker.user, conversation: conversation, id: form.id, text: form.text,
            replyTo: form.replyTo, attachments: form.attachments)))
      return .json(delta.message, status: delta.isRepeat ? 200 : 201)
    }
  }

  private static func edit(_ services: RestServices) -> Route {
    .conversation(
      .editMessage, .patch, "/v1/conversations/{id}/messages/{message}",
      .init("editMessage", "Change a message's text", body: .editMessageRequest, answers: .init(200, .message))
    ) { request, asker, conversation in
      let form: EditMessageRequest = try request.body()
      let message: MessageID = try request.id("message")
      let delta = try await services.commit(
        .message(
          .edit(
            asker: asker.user, conversation: conversation, id: message, editID: form.editID, text: form.text)))
      return .json(delta.message)
    }
  }

  private static func delete(_ services: RestServices) -> Route {
    .conversation(
      .deleteMessage, .delete, "/v1/conversations/{id}/messages/{message}",
      .init("deleteMessage", "Delete a message for everyone", answers: .init(200, .message))
    ) { request, asker, conversation in
      let message: MessageID = try request.id("message")
      let delta = try await services.commit(
        .message(.delete(asker: asker.user, conversation: conversation, id: message)))
      return .json(delta.message)
    }
  }
}

extension RestServices {
  /// Commits a command about one message and answers its row.
  fileprivate func commit(
    _ body: WriteCommand.Body
  ) async throws(Refusal) -> (message: Message, isRepeat: Bool) {
    guard case .message(let delta) = try await context.gateway.perform(body), let message = delta.messages.first
    else { throw Self.unexpected }
    return (message, delta.fromRev == nil)
  }
}
