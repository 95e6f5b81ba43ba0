import Domain
import Foundation
import HTTPTypes
import HummingbirdCore
import ServerCore
import WireProtocol

/// What operators and programs ask for.
enum SystemRoutes {
  static func make(_ services: RestServices, document: OpenAPIAnswer) -> [Route] {
    [health(services), metrics(services), openAPI(document)]
  }

  private static func health(_ services: RestServices) -> Route {
    .open(.get, "/health", .init("health", "Whether the server accepts work", answers: .init(200, .health))) { _ in
      guard !services.drain.hasBegun else {
        throw Refusal(.overloaded, "The server is about to stop.", retryAfter: 1)
      }
      guard services.context.store.queueDepth < services.context.limits.maximumQueueDepth else {
        throw Refusal(.overloaded, "The server has too much to do.", retryAfter: 1)
      }
      if services.context.metrics.takesProbe() {
        do throws(Refusal) {
          _ = try await services.context.gateway.perform(.system(.probe))
          services.context.metrics.recordProbe()
        } catch {
          // The store is failing still, which the answer says.
        }
      }
      guard !services.context.metrics.isStoreFailing else {
        throw Refusal(.overloaded, "The server cannot store anything now.", retryAfter: 5)
      }
      return .json(HealthResponse(status: "ok", version: ProductVersion.current))
    }
  }

  private static func metrics(_ services: RestServices) -> Route {
    .open(
      .get, "/metrics",
      .init(
        "metrics", "Prometheus text; for this machine, or whoever has the token for it",
        answers: .init(200, text: "text/plain"))
    ) { request in
      guard services.metricsAccess.allows(request) else {
        throw Refusal(.forbidden, "Metrics are for the server's own machine, or for whoever has the metrics token.")
      }
      return RestResponse(
        contentType: "text/plain; version=0.0.4; charset=utf-8",
        body: Array(
          (services.context.metrics.prometheusText() + services.intelligence.pipeline.metrics.prometheusText()
            + services.intelligence.calls.prometheusText()
            + services.notifier.metrics.prometheusText() + services.diagnostics.eventMetrics.prometheusText()
            + (services.context.tracer?.prometheusText() ?? "") + (services.certificate?.prometheusText() ?? "")).utf8))
    }
  }

  private static func openAPI(_ document: OpenAPIAnswer) -> Route {
    .open(
      .get, "/openapi.json", .init("openAPI", "This description", answers: .init(200, .openAPIDocument))
    ) { request in
      let form = document.content.form(for: request.headers)
      if form.isKnown {
        var unchanged = RestResponse(status: 304, headers: form.headers)
        unchanged.headers[.contentEncoding] = nil
        return unchanged
      }
      var answer = RestResponse(contentType: "application/json", headers: form.headers)
      answer.stream = ResponseBody(byteBuffer: form.bytes)
      return answer
    }
  }
}

/// The OpenAPI document, written once.
final class OpenAPIAnswer: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var routes: [Route] = []
  nonisolated(unsafe) private var written: ServedBytes?

  func describe(_ routes: [Route]) {
    lock.withLock { self.routes = routes }
  }

  var content: ServedBytes {
    lock.withLock {
      if let written { return written }
      let made = ServedBytes(OpenAPIDocument.json(of: routes))
      written = made
      return made
    }
  }
}

/// Who may read the metrics: programs on this machine that ask the server itself, and whoever sends
/// the token.
package struct MetricsAccess: Sendable {
  let token: String?

  func allows(_ request: RestRequest) -> Bool {
    if let token, let sent = request.headers[.authorization], Self.isEqual(sent, "Bearer \(token)") { return true }
    // What a proxy on this machine passes on comes from elsewhere.
    let isForwarded = Self.proxyHeaders.contains { HTTPField.Name($0).map { request.headers[$0] != nil } ?? false }
    return !isForwarded && Self.isLoopback(request.peer)
  }

  private static let proxyHeaders = ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via"]

  private static func isLoopback(_ address: String) -> Bool {
    address == "::1" || address.hasPrefix("127.") || address.hasPrefix("::ffff:127.")
  }

  /// Takes as long whatever differs.
  private static func isEqual(_ first: String, _ second: String) -> Bool {
    let (first, second) = (Array(first.utf8), Array(second.utf8))
    return first.count == second.count && zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
