import Domain
import SwiftUI
import ViewModels

/// Answers that are still kept for me: each opens again, or goes before its time.
struct OutputHistoryView: View {
  @State private var model: OutputHistoryViewModel
  @State private var context: IntelligenceContext
  @State private var opened: AIOutput?
  private let makeOutput: @MainActor () -> OutputViewModel

  init(
    model: OutputHistoryViewModel, makeOutput: @escaping @MainActor () -> OutputViewModel, context: IntelligenceContext
  ) {
    _model = State(initialValue: model)
    _context = State(initialValue: context)
    self.makeOutput = makeOutput
  }

  var body: some View {
    StateView(
      model.state, screen: "earlier", notice: model.reloadProblem, retry: { await model.load() }
    ) { outputs in
      List {
        ForEach(outputs) { output in
          OutputHistoryRow(output: output, context: context) { opened = output }
            .swipeActions(edge: .trailing) {
              Button("Dismiss", role: .destructive) {
                Task { await model.dismiss(output) }
              }
            }
        }
      }
      .refreshable { await model.load() }
    } empty: {
      EmptyState(
        "Nothing is kept", symbol: "clock.arrow.circlepath",
        text: "Summaries and answers stay here until they expire or are dismissed.", screen: "earlier")
    }
    .task { await model.run() }
    .names(context.directory, in: [])
    .sheet(item: $opened) { output in
      NavigationStack {
        Lasting(makeOutput) {
          EarlierOutputView(output: output, model: $0, context: context)
        }
      }
    }
    .onChange(of: opened) {
      Task { await model.load() }
    }
    .problemAlert(model.problem) { model.dismissProblem() }
    .navigationTitle("Earlier answers")
    .navigationBarTitleDisplayMode(.inline)
  }
}

/// One earlier output.
struct OutputHistoryRow: View {
  let output: AIOutput
  let context: IntelligenceContext
  let open: @MainActor () -> Void

  var body: some View {
    Button(action: open) {
      VStack(alignment: .leading, spacing: 4) {
        HStack {
          Text(output.title)
            .font(.headline)
          Spacer()
          AIMark()
        }
        if let conversation = output.conversation {
          Text(context.directory.shownTitle(of: conversation).localized)
            .font(.subheadline)
        }
        Text("Made \(moment(output.createdAt)), kept until \(moment(output.expiresAt))")
          .font(.caption)
          .foregroundStyle(.secondary)
      }
      .accessibilityElement(children: .combine)
    }
    .buttonStyle(.plain)
    .accessibilityIdentifier("earlier.\(output.id)")
  }

  private func moment(_ time: Timestamp) -> String { context.texts.moment(time).localized }
}

/// An earlier output in full.
struct EarlierOutputView: View {
  @State private var model: OutputViewModel
  private let output: AIOutput
  private let context: IntelligenceContext
  @Environment(\.dismiss) private var dismiss

  init(output: AIOutput, model: OutputViewModel, context: IntelligenceContext) {
    _model = State(initialValue: model)
    self.output = output
    self.context = context
  }

  var body: some View {
    List {
      OutputStateView(model: model, context: context, screen: "earlierOutput", hint: "It has been dismissed.")
    }
    .task { model.show(output) }
    .names(context.directory, in: Set(output.conversation.map { [$0] } ?? []))
    .navigationTitle(output.title)
    .navigationBarTitleDisplayMode(.inline)
    .doneButton("earlierOutput.done") { dismiss() }
  }
}

#if DEBUG
  struct OutputHistoryView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          OutputHistoryView(
            model: session.earlierOutputs(), makeOutput: session.output, context: IntelligenceSamples.context(session))
        }
      }
    }
  }
#endif
