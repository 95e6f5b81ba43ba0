import Domain
import SwiftUI
import ViewModels

/// What was said in a conversation, over a range that can be chosen, and what it says about a
/// question.
struct SummaryView: View {
  @Bindable var model: ThreadSummaryViewModel
  let context: IntelligenceContext

  var body: some View {
    List {
      Section {
        Picker("What to summarise", selection: $model.choice) {
          ForEach(model.choices, id: \.self) { choice in
            Text(choice.label).tag(choice)
          }
        }
        .accessibilityIdentifier("summary.range")
        TextField("A question about it", text: $model.question)
          .submitLabel(.search)
          .onSubmit { summarize() }
          .accessibilityIdentifier("summary.question")
        Button("Summarise", systemImage: "sparkles") { summarize() }
          .accessibilityIdentifier("summary.run")
      }
      OutputStateView(
        model: model.output, context: context, screen: "summary",
        hint: "Choose a range, and ask for a summary. Every point leads to the messages that it rests on.")
    }
    .refreshable { await model.summarize() }
    .task {
      if model.output.isUnasked { await model.summarize() }
    }
    .onChange(of: model.choice) { summarize() }
    .accessibilityIdentifier("summary.list")
  }

  private func summarize() {
    Task { await model.summarize() }
  }
}

extension ThreadSummaryViewModel.Choice {
  var label: LocalizedStringKey {
    switch self {
    case .line: "From “New”"
    case .unread: "Unread"
    case .lastHundred: "Last 100"
    case .week: "7 days"
    case .fortnight: "14 days"
    }
  }
}

#if DEBUG
  struct SummaryView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        PreviewState((session.summary(of: IntelligenceSamples.team), IntelligenceSamples.context(session))) {
          model, context in
          SummaryView(model: model, context: context)
            .names(context.directory, in: [IntelligenceSamples.team])
        }
      }
    }
  }
#endif
