import Domain
import Intelligence
import WireProtocol

/// Action items, decisions and wishes to meet.
enum InsightRoutes {
  private static let standardLimit = 200
  private static let maximumLimit = 500

  static func make(_ services: IntelligenceServices) -> [Route] {
    [actionItems(services), decisions(services), list(services), calendar(services), mark(services), change(services)]
  }

  private static func actionItems(_ services: IntelligenceServices) -> Route {
    .conversation(
      .askIntelligence, .post, "/v1/conversations/{id}/action-items",
      .init(
        "extractActionItems", "Who is to do what by when", body: .summaryRequest,
        answers: .init(200, .insightsResponse))
    ) { request, asker, conversation in
      let form: SummaryRequest = try request.body()
      let found = try await services.insights.find(
        .actionItem, asker: asker.user, conversation: conversation,
        range: try form.validRange(standard: .days(14)))
      return .json(InsightsResponse(insights: found.insights, notice: found.notice))
    }
  }

  private static func decisions(_ services: IntelligenceServices) -> Route {
    .conversation(
      .askIntelligence, .post, "/v1/conversations/{id}/decisions",
      .init("trackDecisions", "What was decided", body: .summaryRequest, answers: .init(200, .insightsResponse))
    ) { request, asker, conversation in
      let form: SummaryRequest = try request.body()
      let found = try await services.insights.find(
        .decision, asker: asker.user, conversation: conversation,
        range: try form.validRange(standard: .days(31)))
      return .json(InsightsResponse(insights: found.insights, notice: found.notice))
    }
  }

  private static func list(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/insights",
      .init(
        "listInsights", "Action items, decisions and meetings of my conversations",
        query: [
          .text("kind"), .text("status"), .text("maybe"), .text("conversation"), .text("owner"), .text("query"),
          .integer("after"), .integer("before"), .integer("limit"),
        ], answers: .init(200, .insightsResponse))
    ) { request, asker in
      let filter = try filter(of: request, asker: asker.user)
      return .json(InsightsResponse(insights: try await services.insights.list(filter, asker: asker.user)))
    }
  }

  private static func calendar(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/action-items/calendar",
      .init(
        "actionItemsCalendar", "My open action items as an iCalendar file of to-dos",
        answers: .init(200, text: "text/calendar"))
    ) { _, asker in
      let file = try await services.insights.calendar(asker: asker.user)
      return RestResponse(contentType: "text/calendar; charset=utf-8", body: [UInt8](file.utf8))
    }
  }

  private static func filter(of request: RestRequest, asker: UserID) throws(Refusal) -> InsightFilter {
    var filter = InsightFilter(limit: try request.limit(standard: standardLimit, maximum: maximumLimit))
    filter.kind = try word(request.query["kind"], "kind")
    if let status: Insight.Status = try word(request.query["status"], "status") { filter.statuses = [status] }
    if let text = request.query["maybe"] {
      guard let isMaybe = Bool(text) else { throw Refusal(.invalid, "maybe is true or false.") }
      filter.isMaybe = isMaybe
    }
    if let text = request.query["conversation"] {
      guard let id = ConversationID(text) else { throw .notFound }
      filter.conversation = id
    }
    if let text = request.query["owner"] {
      guard let id = text == "me" ? asker : UserID(text) else { throw .notFound }
      filter.owner = id
    }
    filter.query = request.query["query"]
    filter.after = try request.moment("after")
    filter.before = try request.moment("before")
    return filter
  }

  private static func word<Word: RawRepresentable<String> & CaseIterable>(
    _ text: String?, _ name: String
  ) throws(Refusal) -> Word? {
    guard let text else { return nil }
    guard let word = Word(rawValue: text) else {
      throw Refusal(.invalid, "\(name) is one of \(Word.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return word
  }

  private static func mark(_ services: IntelligenceServices) -> Route {
    .conversation(
      .changeInsight, .post, "/v1/conversations/{id}/insights",
      .init(
        "markInsight", "Mark a message as action item or decision, or write a task", body: .markInsightRequest,
        answers: .init(201, .insight))
    ) { request, asker, conversation in
      let form: MarkInsightRequest = try request.body()
      guard form.kind == .actionItem || form.owner == nil && form.dueAt == nil else {
        throw Refusal(.invalid, "Only an action item has an owner and a due time.")
      }
      if let message = form.message {
        let insight = try await services.insights.mark(
          form.kind, message: message, in: conversation, text: form.text, owner: form.owner, dueAt: form.dueAt,
          id: form.id, asker: asker.user)
        return .json(insight, status: 201)
      }
      guard form.kind == .actionItem, let text = form.text else {
        throw Refusal(.invalid, "Name the message. Only an action item with a text needs none.")
      }
      let task = try await services.insights.write(
        text, owner: form.owner, dueAt: form.dueAt, in: conversation, id: form.id, asker: asker.user)
      return .json(task, status: 201)
    }
  }

  private static func change(_ services: IntelligenceServices) -> Route {
    .conversation(
      .changeInsight, .patch, "/v1/conversations/{id}/insights/{insight}",
      .init(
        "changeInsight", "Edit, assign, complete or dismiss", body: .insightChange, answers: .init(200, .insight))
    ) { request, asker, conversation in
      let form: InsightChange = try request.body()
      let insight = try await services.insights.change(
        form, of: try request.id("insight"), in: conversation, asker: asker.user)
      return .json(insight)
    }
  }
}
