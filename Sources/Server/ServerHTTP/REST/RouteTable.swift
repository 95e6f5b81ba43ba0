import Domain
import HTTPTypes

/// All routes of the interface: the one list that serving, documentation and the access tests read.
package struct RouteTable: Sendable {
  package let routes: [Route]

  package init(services: RestServices) {
    let document = OpenAPIAnswer()
    routes =
      AccountRoutes.make(services) + SessionRoutes.make(services) + UserRoutes.make(services)
      + IdentityRoutes.make(services)
      + ConversationRoutes.make(services) + MemberRoutes.make(services) + MessageRoutes.make(services)
      + FileRoutes.make(services) + WorkspaceRoutes.make(services) + FeatureRoutes.make(services)
      + ModelRoutes.make(services)
      + DiagnosticsRoutes.make(services) + RetentionRoutes.make(services)
      + AdminRoutes.make(services) + OverviewRoutes.make(services)
      + PushRoutes.make(services) + ReminderRoutes.make(services)
      + ReaderRoutes.make(services) + SystemRoutes.make(services, document: document)
      + Self.intelligence(services)
    document.describe(routes)
  }

  private static func intelligence(_ services: RestServices) -> [Route] {
    let intelligence = services.intelligence
    return SummaryRoutes.make(intelligence) + InsightRoutes.make(intelligence) + PriorityRoutes.make(intelligence)
      + SmartSearchRoutes.make(services) + SchedulingRoutes.make(intelligence)
      + IntelligenceSettingsRoutes.make(services)
      + AssistantRoutes.make(intelligence)
  }

  enum Match {
    case found(Route, path: [String: String])
    case otherMethods([HTTPRequest.Method])
    case none
  }

  func match(_ method: HTTPRequest.Method, segments: [String]) -> Match {
    var others: [HTTPRequest.Method] = []
    for route in routes {
      guard let path = route.path.match(segments) else { continue }
      if route.method == method { return .found(route, path: path) }
      others.append(route.method)
    }
    return others.isEmpty ? .none : .otherMethods(others)
  }
}
