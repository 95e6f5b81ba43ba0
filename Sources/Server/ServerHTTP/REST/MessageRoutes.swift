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
        "getMessages", "Older or newer messages: exactly one of before and after",
        query: [.integer("before"), .integer("after"), .integer("limit")], answers: .init(200, "Page"))
    ) { request, asker, conversation in
      let before = try request.number("before")
      let after = try request.number("after")
      guard (before == nil) != (after == nil) else { throw Refusal(.invalid, "Give exactly one of before and after.") }
      let limit = try request.limit(standard: Limits.window, maximum: Limits.maximumPage)
      return .json(
        try await services.reader.read {
          try $0.page(of: conversation, for: asker.user, before: before, after: after, limit: limit)
        })
    }
  }

  private static func post(_ services: RestServices) -> Route {
    .conversation(
      .post, .post, "/v1/conversations/{id}/messages",
      .init(
        "postMessage", "Send a message; a repeated id answers what was sent", body: "PostMessageRequest",
        answers: .init(201, "Message"), .init(200, "Message"))
    ) { request, asker, conversation in
      let form: PostMessageRequest = try request.body()
      let delta = try await services.commit(
        .postMessage(
          sender: asker.user, conversation: conversation, id: form.id, text: try MessageText.validated(form.text),
          replyTo: form.replyTo))
      return .json(delta.message, status: delta.isRepeat ? 200 : 201)
    }
  }

  private static func edit(_ services: RestServices) -> Route {
    .conversation(
      .editMessage, .patch, "/v1/conversations/{id}/messages/{message}",
      .init("editMessage", "Change a message's text", body: "EditMessageRequest", answers: .init(200, "Message"))
    ) { request, asker, conversation in
      let form: EditMessageRequest = try request.body()
      let message: MessageID = try request.id("message")
      let delta = try await services.commit(
        .editMessage(
          asker: asker.user, conversation: conversation, id: message, editID: form.editID,
          text: try MessageText.validated(form.text)))
      return .json(delta.message)
    }
  }

  private static func delete(_ services: RestServices) -> Route {
    .conversation(
      .deleteMessage, .delete, "/v1/conversations/{id}/messages/{message}",
      .init("deleteMessage", "Delete a message for everyone", answers: .init(200, "Message"))
    ) { request, asker, conversation in
      let message: MessageID = try request.id("message")
      let delta = try await services.commit(
        .deleteMessage(asker: asker.user, conversation: conversation, id: message))
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
