import SwiftUI
import ViewModels

/// The screen of a route of the AI.
struct IntelligenceRouteView: View {
  let route: IntelligenceRoute
  @Environment(Session.self) private var session
  @Environment(Router.self) private var router

  var body: some View {
    switch route {
    case .smartSearch:
      FeatureGate(.ai) {
        Lasting {
          (model: session.smartSearch(), context: context)
        } content: {
          SmartSearchView(model: $0.model, context: $0.context)
        }
      }
    case .preferences:
      Lasting {
        (model: session.aiPreferences(), directory: session.directory())
      } content: {
        AIPreferencesView(model: $0.model, directory: $0.directory)
      }
    case .transparency:
      Lasting {
        (model: session.ledger(), context: context)
      } content: {
        LedgerView(model: $0.model, context: $0.context)
      }
    case .memory:
      Lasting {
        session.memory()
      } content: {
        MemoryView(model: $0, texts: session.services.texts)
      }
    case .earlier:
      Lasting {
        (model: session.earlierOutputs(), context: context)
      } content: {
        OutputHistoryView(model: $0.model, makeOutput: session.output, context: $0.context)
      }
    case .waiting:
      Lasting {
        (model: session.requests, texts: session.services.texts)
      } content: {
        WaitingRequestsView(model: $0.model, texts: $0.texts)
      }
    case .reminders:
      FeatureGate(.reminders) {
        Lasting {
          (model: session.reminders, context: context)
        } content: {
          RemindersView(model: $0.model, context: $0.context)
        }
      }
    }
  }

  @MainActor private var context: IntelligenceContext { IntelligenceContext(session, router) }
}

/// The sheet of the AI.
struct IntelligenceSheetView: View {
  let sheet: IntelligenceSheet
  @Environment(Session.self) private var session
  @Environment(Router.self) private var router

  var body: some View {
    NavigationStack {
      switch sheet {
      case .catchUp(let conversation, let line):
        Lasting {
          (models: CatchUpModels(session, conversation, line: line), context: IntelligenceContext(session, router))
        } content: {
          CatchUpView(models: $0.models, context: $0.context)
        }
      case .record(let kind, let conversation, let insight):
        Lasting {
          (
            model: session.insights(kind, in: conversation, only: insight),
            context: IntelligenceContext(session, router)
          )
        } content: {
          RecordView(model: $0.model, context: $0.context, conversation: conversation)
        }
      case .meet(let conversation, let wish):
        Lasting {
          (
            model: session.meetings(in: conversation, for: wish),
            wishes: session.insights(.scheduling, in: conversation),
            context: IntelligenceContext(session, router)
          )
        } content: {
          MeetingSheet(conversation: conversation, model: $0.model, wishes: $0.wishes, context: $0.context)
        }
      case .mark(let kind, let conversation, let message):
        Lasting {
          (model: session.marking(kind, conversation, message), directory: session.directory())
        } content: {
          MarkInsightView(model: $0.model, directory: $0.directory, texts: session.services.texts)
        }
      }
    }
  }
}

/// Root of the tab Insights.
struct InsightsScreen: View {
  @Environment(Session.self) private var session
  @Environment(Router.self) private var router

  var body: some View {
    FeatureGate(.ai) {
      Lasting {
        (models: DashboardModels(session), context: IntelligenceContext(session, router))
      } content: {
        InsightsDashboard(models: $0.models, context: $0.context)
      }
    }
  }
}

/// Root of the tab Assistant.
struct AssistantScreen: View {
  @Environment(Session.self) private var session
  @Environment(Router.self) private var router

  var body: some View {
    FeatureGate(.assistant) {
      Lasting {
        (
          model: session.assistant(), availability: session.availability(),
          context: IntelligenceContext(session, router)
        )
      } content: {
        AssistantView(model: $0.model, availability: $0.availability, context: $0.context)
      }
    }
  }
}
