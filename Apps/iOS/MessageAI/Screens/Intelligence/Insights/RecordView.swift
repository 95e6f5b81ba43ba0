import Domain
import SwiftUI
import ViewModels

/// One action item or decision with all that can be done with it, and the way back to its message.
struct RecordView: View {
  @State private var model: InsightsViewModel
  @State private var context: IntelligenceContext
  @Environment(\.dismiss) private var dismiss
  private let conversation: ConversationID

  init(model: InsightsViewModel, context: IntelligenceContext, conversation: ConversationID) {
    _model = State(initialValue: model)
    _context = State(initialValue: context)
    self.conversation = conversation
  }

  var body: some View {
    InsightBoard(model: model, context: context, isPlaced: false)
      .names(context.directory, in: [conversation])
      .navigationTitle(model.kind == .decision ? "Decision" : "Action item")
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .confirmationAction) {
          Button("Done") { dismiss() }
            .accessibilityIdentifier("record.done")
        }
      }
      .accessibilityIdentifier("record")
  }
}

#if DEBUG
  struct RecordView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          RecordView(
            model: session.insights(
              .actionItem, in: IntelligenceSamples.team, only: IntelligenceSamples.task.insight.id),
            context: IntelligenceSamples.context(session), conversation: IntelligenceSamples.team)
        }
      }
    }
  }
#endif
