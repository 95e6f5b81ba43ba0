import Domain
import ServerCore
import WireProtocol

/// What I want to be reminded of, what does not help me, and digests by mail.
enum ReminderRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [
      list(services.reminders), add(services.reminders), get(services.reminders), change(services.reminders),
      setOpinion(services), unsubscribe(services.digestMailing),
    ]
  }

  private static func list(_ reminders: ReminderService) -> Route {
    .signedIn(
      .get, "/v1/reminders",
      .init("listReminders", "My reminders that are not over", answers: .init(200, .remindersResponse))
    ) { _, asker in
      .json(RemindersResponse(reminders: try await reminders.reminders(of: asker.user)))
    }
  }

  private static func add(_ reminders: ReminderService) -> Route {
    .signedIn(
      .post, "/v1/reminders",
      .init(
        "addReminder", "Have me reminded of a message, or of words of my own, at a time", body: .reminderRequest,
        answers: .init(201, .reminder))
    ) { request, asker in
      .json(try await reminders.add(request.body(), by: asker.user), status: 201)
    }
  }

  private static func get(_ reminders: ReminderService) -> Route {
    .signedIn(
      .get, "/v1/reminders/{id}",
      .init("getReminder", "One of my reminders that is not over", answers: .init(200, .reminder))
    ) { request, asker in
      .json(try await reminders.reminder(try request.id("id"), of: asker.user))
    }
  }

  private static func change(_ reminders: ReminderService) -> Route {
    .signedIn(
      .patch, "/v1/reminders/{id}",
      .init("changeReminder", "Put it off, or have done with it", body: .reminderChange, answers: .init(200, .reminder))
    ) { request, asker in
      .json(try await reminders.change(try request.id("id"), request.body(), by: asker.user))
    }
  }

  private static func setOpinion(_ services: RestServices) -> Route {
    .conversation(
      .read, .put, "/v1/conversations/{id}/messages/{message}/opinions/{subject}",
      .init(
        "setOpinion", "Whether what the AI shows of a message helps me; what does not is not shown to me again",
        body: .opinionRequest, answers: .init(204))
    ) { request, asker, conversation in
      let form: OpinionRequest = try request.body()
      guard let subject = request.path["subject"].flatMap(Opinion.Subject.init(rawValue:)) else {
        throw Refusal.notFound
      }
      try await services.intelligence.opinions.set(
        form.feedback, of: subject, try request.id("message"), in: conversation, by: asker.user)
      return .noContent
    }
  }

  /// The token is in the body, so that no log of addresses has it.
  private static func unsubscribe(_ mailing: DigestMailing) -> Route {
    .open(
      .post, "/v1/digests/unsubscribe",
      .init(
        "unsubscribeDigest", "End digests by mail, by the link in one of them", body: .unsubscribeRequest,
        answers: .init(204))
    ) { request in
      let form: UnsubscribeRequest = try request.body()
      try await mailing.unsubscribe(form.token)
      return .noContent
    }
  }
}
