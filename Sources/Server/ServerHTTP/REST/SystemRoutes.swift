import Domain
import ServerCore

/// What operators and programs ask for.
enum SystemRoutes {
  static func make(_ services: RestServices) -> [Route] {
    [health(services), metrics(services), openAPI(services)]
  }

  private static func health(_ services: RestServices) -> Route {
    .open(.get, "/health", .init("health", "Whether the server accepts work", answers: .init(200, "Health"))) { _ in
      guard services.context.store.queueDepth < services.context.limits.maximumQueueDepth else {
        throw Refusal(.overloaded, "The server has too much to do.", retryAfter: 1)
      }
      return RestResponse(contentType: "application/json", body: Array(#"{"status":"ok"}"#.utf8))
    }
  }

  private static func metrics(_ services: RestServices) -> Route {
    .open(
      .get, "/metrics",
      .init("metrics", "Prometheus text", answers: .init(200, "Text", contentType: "text/plain"))
    ) { _ in
      RestResponse(
        contentType: "text/plain; version=0.0.4; charset=utf-8",
        body: Array(
          (services.context.metrics.prometheusText() + services.intelligence.pipeline.metrics.prometheusText()).utf8))
    }
  }

  private static func openAPI(_ services: RestServices) -> Route {
    .open(
      .get, "/openapi.json", .init("openAPI", "This description", answers: .init(200, "OpenAPIDocument"))
    ) { _ in
      let document = OpenAPIDocument.json(of: RouteTable(services: services).routes)
      return RestResponse(contentType: "application/json", body: document)
    }
  }
}
