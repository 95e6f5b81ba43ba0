import SwiftUI
import ViewModels

/// The screen of a route of the intelligence.
struct IntelligenceRouteView: View {
  let route: IntelligenceRoute
  @Environment(Session.self) private var session
  @Environment(Router.self) private var router

  var body: some View {
    switch route {
    case .smartSearch: SmartSearchView(model: session.smartSearch(), context: context)
    case .preferences: AIPreferencesView(model: session.aiPreferences(), directory: session.directory())
    case .transparency: LedgerView(model: session.ledger(), context: context)
    case .memory: MemoryView(model: session.memory(), texts: session.services.texts)
    case .earlier: OutputHistoryView(model: session.earlierOutputs(), makeOutput: session.output, context: context)
    }
  }

  private var context: IntelligenceContext { IntelligenceContext(session, router) }
}

/// The sheet of the intelligence.
struct IntelligenceSheetView: View {
  let sheet: IntelligenceSheet
  @Environment(Session.self) private var session
  @Environment(Router.self) private var router

  var body: some View {
    NavigationStack {
      switch sheet {
      case .catchUp(let conversation):
        CatchUpView(
          models: CatchUpModels(session, conversation), context: IntelligenceContext(session, router))
      case .mark(let kind, let conversation, let message):
        MarkInsightView(
          model: session.marking(kind, conversation, message), directory: session.directory(),
          texts: session.services.texts)
      }
    }
  }
}

/// Root of the tab Insights.
struct InsightsScreen: View {
  @Environment(Session.self) private var session
  @Environment(Router.self) private var router

  var body: some View {
    InsightsDashboard(models: DashboardModels(session), context: IntelligenceContext(session, router))
  }
}

/// Root of the tab Assistant.
struct AssistantScreen: View {
  @Environment(Session.self) private var session
  @Environment(Router.self) private var router

  var body: some View {
    AssistantView(
      model: session.assistant(), availability: session.availability(), context: IntelligenceContext(session, router))
  }
}
