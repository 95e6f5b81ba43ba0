import Domain
import ServerCore
import WireProtocol

/// Reading marks and search.
enum ReaderRoutes {
  private static let standardLimit = 20
  private static let maximumLimit = 100

  static func make(_ services: RestServices) -> [Route] {
    [read(services), delivered(services), search(services)]
  }

  private static func read(_ services: RestServices) -> Route {
    .conversation(
      .advanceWatermark, .put, "/v1/conversations/{id}/read",
      .init("markRead", "Say how far I have read", body: .readRequest, answers: .init(204))
    ) { request, asker, conversation in
      let form: ReadRequest = try request.body()
      guard form.seq >= 0 else { throw Refusal(.invalid, "seq is not negative.") }
      let change =
        form.markUnread
        ? WatermarkChange(user: asker.user, unreadFrom: form.seq) : WatermarkChange(user: asker.user, read: form.seq)
      _ = try await services.context.gateway.perform(.member(.advanceWatermarks(conversation: conversation, [change])))
      return .noContent
    }
  }

  private static func delivered(_ services: RestServices) -> Route {
    .conversation(
      .advanceWatermark, .put, "/v1/conversations/{id}/delivered",
      .init(
        "markDelivered", "Say how far messages have reached a device of mine", body: .deliveredRequest,
        answers: .init(204))
    ) { request, asker, conversation in
      let form: DeliveredRequest = try request.body()
      guard form.seq >= 0 else { throw Refusal(.invalid, "seq is not negative.") }
      let change = WatermarkChange(user: asker.user, delivered: form.seq)
      _ = try await services.context.gateway.perform(.member(.advanceWatermarks(conversation: conversation, [change])))
      return .noContent
    }
  }

  private static func search(_ services: RestServices) -> Route {
    .signedIn(
      .get, "/v1/search",
      .init(
        "searchMessages", "Search the messages of my conversations",
        query: [.text("query", required: true), .integer("limit"), .text("before")],
        answers: .init(200, .searchResults))
    ) { request, asker in
      let query = try SearchQueryParser.parse(request.query["query"] ?? "")
      let limit = try request.limit(standard: standardLimit, maximum: maximumLimit)
      let before = request.query["before"]
      let found = try await services.searcher.read { store in
        let found = try store.search(query, for: asker.user, limit: limit, before: before)
        return SearchResponse(results: found.results, next: found.next)
      }
      return .json(found)
    }
  }
}
