import Domain
import SwiftUI
import ViewModels

/// The view models of the sheet of one conversation.
@MainActor
struct CatchUpModels {
  let conversation: ConversationID
  let availability: AvailabilityModel
  let summary: ThreadSummaryViewModel
  let actions: InsightsViewModel
  let decisions: InsightsViewModel
  let wishes: InsightsViewModel
  let meetings: MeetingSuggestionsViewModel
  let power: ConversationIntelligenceModel

  init(_ session: Session, _ conversation: ConversationID, line: ClosedRange<Int64>? = nil) {
    self.conversation = conversation
    availability = session.availability()
    summary = session.summary(of: conversation, line: line)
    actions = session.insights(.actionItem, in: conversation)
    decisions = session.insights(.decision, in: conversation)
    wishes = session.insights(.scheduling, in: conversation)
    meetings = session.meetings(in: conversation)
    power = session.intelligenceSwitch(of: conversation)
  }
}

/// The AI of one conversation: summary, action items, decisions and meeting times.
struct CatchUpView: View {
  enum Part: ScreenPart {
    case summary
    case actions
    case decisions
    case meet

    var title: LocalizedStringKey {
      switch self {
      case .summary: "Summary"
      case .actions: "To do"
      case .decisions: "Decisions"
      case .meet: "Meet"
      }
    }
  }

  @State private var models: CatchUpModels
  @State private var context: IntelligenceContext
  @State private var part = Part.summary
  @State private var asksToSwitchOff = false
  @Environment(Router.self) private var router
  @Environment(\.dismiss) private var dismiss

  init(models: CatchUpModels, context: IntelligenceContext) {
    _models = State(initialValue: models)
    _context = State(initialValue: context)
  }

  var body: some View {
    AvailabilityGate(models.availability) {
      PartPicker(part: $part, identifier: "catchUp.part")
      if models.power.isWaiting {
        Text(
          models.power.isOn == false
            ? "The AI is switched off here when the connection is back."
            : "The AI is switched on here when the connection is back."
        )
        .font(.footnote)
        .foregroundStyle(.secondary)
        .accessibilityIdentifier("catchUp.switchWaits")
      }
      switch part {
      case .summary: FeatureGate(.summaries) { SummaryView(model: models.summary, context: context) }
      case .actions: InsightBoard(model: models.actions, context: context, isPlaced: false)
      case .decisions: InsightBoard(model: models.decisions, context: context, isPlaced: false)
      case .meet:
        FeatureGate(.scheduling) { MeetingView(model: models.meetings, wishes: models.wishes, context: context) }
      }
    }
    .names(context.directory, in: [models.conversation])
    .task { await models.power.observe() }
    .task { await models.power.followWaiting() }
    .navigationTitle("Catch up")
    .navigationBarTitleDisplayMode(.inline)
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        options
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Done") { dismiss() }
          .accessibilityIdentifier("catchUp.done")
      }
    }
    .confirm(
      "Switch the AI off here?", isPresented: $asksToSwitchOff, action: "Switch off",
      identifier: "catchUp.confirmOff",
      message: "For everybody in this conversation. What was found in it is erased."
    ) {
      await models.power.set(isOn: false)
    }
    .problemAlert(models.power.problem) { models.power.dismissProblem() }
  }

  private var options: some View {
    Menu {
      Button("Mark an action item", systemImage: "checklist") { mark(.actionItem) }
        .accessibilityIdentifier("catchUp.markAction")
      Button("Mark a decision", systemImage: "checkmark.seal") { mark(.decision) }
        .accessibilityIdentifier("catchUp.markDecision")
      if models.power.isOn == false {
        Button("Switch on here", systemImage: "sparkles") {
          Task { await models.power.set(isOn: true) }
        }
        .accessibilityIdentifier("catchUp.switchOn")
      } else if models.power.isOn == true {
        Button("Switch off here…", systemImage: "nosign", role: .destructive) { asksToSwitchOff = true }
          .accessibilityIdentifier("catchUp.switchOff")
      }
    } label: {
      Label("Options", systemImage: "ellipsis.circle")
    }
    .accessibilityIdentifier("catchUp.options")
  }

  private func mark(_ kind: Insight.Kind) {
    router.sheet = .intelligence(.mark(kind, models.conversation, nil))
  }
}

#if DEBUG
  struct CatchUpView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          CatchUpView(
            models: CatchUpModels(session, IntelligenceSamples.team),
            context: IntelligenceSamples.context(session))
        }
      }
    }
  }
#endif
