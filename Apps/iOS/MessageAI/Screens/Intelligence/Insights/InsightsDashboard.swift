import Domain
import SwiftUI
import ViewModels

/// The view models of the dashboard.
@MainActor
struct DashboardModels {
  let availability: AvailabilityModel
  let digest: DigestViewModel
  let priority: PriorityInboxViewModel
  let actions: InsightsViewModel
  let mine: MyTasksModel
  let decisions: InsightsViewModel

  init(_ session: Session) {
    availability = session.availability()
    digest = session.digest()
    priority = session.priorityInbox()
    actions = session.insights(.actionItem)
    mine = session.myTasks()
    decisions = session.insights(.decision)
    actions.isMineOnly = true
  }
}

/// The AI over all conversations: what was missed, what presses, what is to do, and what was
/// decided.
struct InsightsDashboard: View {
  enum Part: ScreenPart {
    case missed
    case priority
    case actions
    case decisions

    var title: LocalizedStringKey {
      switch self {
      case .missed: "Missed"
      case .priority: "Priority"
      case .actions: "To do"
      case .decisions: "Decisions"
      }
    }
  }

  @State private var models: DashboardModels
  @State private var context: IntelligenceContext
  @State private var part = Part.missed
  @Environment(Router.self) private var router

  init(models: DashboardModels, context: IntelligenceContext) {
    _models = State(initialValue: models)
    _context = State(initialValue: context)
  }

  var body: some View {
    AvailabilityGate(models.availability) {
      PartPicker(part: $part, identifier: "insights.part", titles: [.actions: models.mine.title])
      switch part {
      case .missed: FeatureGate(.summaries) { DigestView(model: models.digest, context: context) }
      case .priority: FeatureGate(.priorities) { PriorityInboxView(model: models.priority, context: context) }
      case .actions: InsightBoard(model: models.actions, context: context, isPlaced: true)
      case .decisions: InsightBoard(model: models.decisions, context: context, isPlaced: true)
      }
    }
    .task { await context.directory.run() }
    .task { await models.mine.run() }
    .navigationTitle("Insights")
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        Menu {
          Button("Mark an action item", systemImage: "checklist") {
            router.sheet = .intelligence(.mark(.actionItem, nil, nil))
          }
          .accessibilityIdentifier("insights.markAction")
          Button("Mark a decision", systemImage: "checkmark.seal") {
            router.sheet = .intelligence(.mark(.decision, nil, nil))
          }
          .accessibilityIdentifier("insights.markDecision")
          Button("Reminders", systemImage: "bell") { router.push(.intelligence(.reminders)) }
            .accessibilityIdentifier("insights.reminders")
          Button("Earlier answers", systemImage: "clock.arrow.circlepath") { router.push(.intelligence(.earlier)) }
            .accessibilityIdentifier("insights.earlier")
          Button("Log of AI requests", systemImage: "list.bullet.rectangle") {
            router.push(.intelligence(.transparency))
          }
          .accessibilityIdentifier("insights.transparency")
        } label: {
          Label("More", systemImage: "ellipsis.circle")
        }
        .accessibilityIdentifier("insights.more")
      }
    }
  }
}

/// What was missed in all conversations.
struct DigestView: View {
  let model: DigestViewModel
  let context: IntelligenceContext

  var body: some View {
    List {
      OutputStateView(
        model: model.output, context: context, screen: "digest",
        hint: "You are up to date. Pull down to look again.")
    }
    .refreshable { await model.load() }
    .task {
      if model.output.isUnasked { await model.load() }
    }
    .accessibilityIdentifier("digest.list")
  }
}

#if DEBUG
  struct InsightsDashboard_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          InsightsDashboard(
            models: DashboardModels(session), context: IntelligenceSamples.context(session))
        }
      }
    }
  }
#endif
