import Domain
import Intelligence
import WireProtocol

/// Wishes to meet, proposed times, and calendar files.
enum SchedulingRoutes {
  static func make(_ services: IntelligenceServices) -> [Route] {
    [detect(services), suggest(services), calendar(services)]
  }

  private static func detect(_ services: IntelligenceServices) -> Route {
    .conversation(
      .askIntelligence, .post, "/v1/conversations/{id}/scheduling",
      .init("detectScheduling", "Who wants to meet", body: .summaryRequest, answers: .init(200, .insightsResponse))
    ) { request, asker, conversation in
      let form: SummaryRequest = try request.body()
      let found = try await services.scheduling.detectScheduling(
        asker: asker.user, conversation: conversation, range: try form.validRange(standard: .days(14)))
      return .json(InsightsResponse(insights: found))
    }
  }

  private static func suggest(_ services: IntelligenceServices) -> Route {
    .conversation(
      .askIntelligence, .post, "/v1/conversations/{id}/meeting-times",
      .init(
        "suggestMeetingTimes", "Propose times that are fair to everybody", body: .meetingRequest,
        answers: .init(200, .aiOutput))
    ) { request, asker, conversation in
      let form: WireProtocol.MeetingRequest = try request.body()
      let output = try await services.scheduling.suggestMeetingTimes(
        asker: asker.user, conversation: conversation, topic: form.topic, minutes: form.minutes,
        participants: form.participants)
      return .json(output)
    }
  }

  private static func calendar(_ services: IntelligenceServices) -> Route {
    .signedIn(
      .get, "/v1/ai/outputs/{output}/slots/{slot}/calendar",
      .init(
        "calendarFile", "A proposed time as an iCalendar file",
        answers: .init(200, text: "text/calendar"))
    ) { request, asker in
      guard let slot = request.path["slot"].flatMap({ Int($0) }), slot >= 0 else { throw Refusal.notFound }
      let file = try await services.scheduling.calendarFile(
        try request.id("output"), slot: slot, asker: asker.user)
      return RestResponse(contentType: "text/calendar; charset=utf-8", body: [UInt8](file.utf8))
    }
  }
}
