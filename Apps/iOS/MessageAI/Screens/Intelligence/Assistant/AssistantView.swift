import Domain
import SwiftUI
import ViewModels

/// The talk with the assistant. Nothing is changed before its exact words have been approved.
struct AssistantView: View {
  @State private var model: AssistantViewModel
  @State private var availability: AvailabilityModel
  @State private var context: IntelligenceContext
  @State private var showsTasks = false
  @State private var asksToErase = false
  @Environment(Router.self) private var router

  init(model: AssistantViewModel, availability: AvailabilityModel, context: IntelligenceContext) {
    _model = State(initialValue: model)
    _availability = State(initialValue: availability)
    _context = State(initialValue: context)
  }

  var body: some View {
    AvailabilityGate(availability) {
      AssistantTalk(model: model, context: context)
      composer
    }
    .task { await model.run() }
    .task { await model.followWaiting() }
    .task { await context.directory.run() }
    .navigationTitle("Assistant")
    .toolbar {
      ToolbarItem(placement: .primaryAction) {
        options
      }
    }
    .sheet(isPresented: $showsTasks) {
      NavigationStack {
        AssistantTasksView(model: model)
      }
    }
    .confirm("Forget this talk?", isPresented: $asksToErase, action: "Forget", identifier: "assistant.confirmErase") {
      await model.eraseHistory()
    }
    .problemAlert(model.problem) { model.dismissProblem() }
  }

  private var composer: some View {
    HStack(alignment: .bottom) {
      TextField("Ask or tell the assistant", text: $model.draft, axis: .vertical)
        .lineLimit(1...5)
        .textFieldStyle(.roundedBorder)
        .accessibilityLabel("Message to the assistant")
        .accessibilityIdentifier("assistant.draft")
      Button("Send", systemImage: "arrow.up.circle.fill") { send() }
        .labelStyle(.iconOnly)
        .imageScale(.large)
        .disabled(!model.canSend)
        .keyboardShortcut(.return, modifiers: .command)
        .accessibilityIdentifier("assistant.send")
    }
    .padding()
  }

  private var options: some View {
    Menu {
      Button("What it did", systemImage: "checklist") { showsTasks = true }
        .accessibilityIdentifier("assistant.tasks")
      Button("What it keeps", systemImage: "brain") { router.push(.intelligence(.memory)) }
        .accessibilityIdentifier("assistant.memory")
      Button("Forget this talk", systemImage: "trash", role: .destructive) { asksToErase = true }
        .disabled(!model.canErase)
        .accessibilityIdentifier("assistant.erase")
    } label: {
      Label("Options", systemImage: "ellipsis.circle")
    }
    .accessibilityIdentifier("assistant.options")
  }

  private func send() {
    Task { await model.send() }
  }
}

#if DEBUG
  struct AssistantView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          AssistantView(
            model: AssistantViewModel(intelligence: SampleIntelligence()),
            availability: AvailabilityModel(intelligence: SampleIntelligence()),
            context: IntelligenceSamples.context(session))
        }
      }
    }
  }
#endif
