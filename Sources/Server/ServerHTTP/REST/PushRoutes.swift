import Domain
import ServerCore
import WireProtocol

/// Notifications on devices that are not connected.
enum PushRoutes {
  /// Of the tallies.
  private static let day: Int64 = 86_400

  static func make(_ services: RestServices) -> [Route] {
    [offer(services), subscribe(services), unsubscribe(services), outcomes(services), lookup(services)]
  }

  private static func offer(_ services: RestServices) -> Route {
    .signedIn(
      .get, "/v1/push",
      .init("getPush", "How the server reaches devices that are not connected", answers: .init(200, .pushOffer))
    ) { _, asker in
      .json(try await services.notifier.offer(for: asker))
    }
  }

  private static func subscribe(_ services: RestServices) -> Route {
    .signedIn(
      .put, "/v1/push",
      .init(
        "subscribePush", "Have notifications sent to this device until its session ends", body: .pushSubscription,
        answers: .init(204))
    ) { request, asker in
      try await services.notifier.subscribe(try request.body(), by: asker)
      return .noContent
    }
  }

  private static func unsubscribe(_ services: RestServices) -> Route {
    .signedIn(
      .delete, "/v1/push", .init("unsubscribePush", "Have none sent to this device", answers: .init(204))
    ) { _, asker in
      try await services.notifier.unsubscribe(asker)
      return .noContent
    }
  }

  private static func outcomes(_ services: RestServices) -> Route {
    .admin(
      reads: .pushOutcomes, .get, "/v1/push/outcomes",
      .init(
        "listPushOutcomes", "What became of the notifications of the last 24 hours; for admins of the workspace",
        answers: .init(200, .pushOutcomes))
    ) { _, _ in
      .json(try await services.notifier.outcomes(ofSeconds: day))
    }
  }

  /// The ticket is in the body, so that no log of addresses has it.
  private static func lookup(_ services: RestServices) -> Route {
    .open(
      .post, "/v1/notifications/lookup",
      .init(
        "lookUpNotification", "What a browser shows for the ticket that a notification has brought it",
        body: .notificationLookupRequest, answers: .init(200, .notificationContent))
    ) { request in
      let form: NotificationLookupRequest = try request.body()
      return .json(try await services.notifier.content(ticket: form.ticket))
    }
  }
}
