import Domain
import SwiftUI
import ViewModels

/// What the assistant keeps about its user; each entry can be erased.
struct MemoryView: View {
  @State private var model: MemoryViewModel
  @State private var asksToErase = false
  private let texts: TimeTexts

  init(model: MemoryViewModel, texts: TimeTexts) {
    _model = State(initialValue: model)
    self.texts = texts
  }

  var body: some View {
    StateView(
      model.state, screen: "memory", notice: model.reloadProblem, retry: { await model.load() }
    ) { entries in
      List {
        ForEach(entries) { entry in
          HStack {
            VStack(alignment: .leading, spacing: 2) {
              Text(entry.text)
              Text(texts.moment(entry.createdAt).localized)
                .font(.caption)
                .foregroundStyle(.secondary)
            }
            .accessibilityElement(children: .combine)
            Spacer()
            Button("Forget", role: .destructive) {
              Task { await model.erase(entry) }
            }
            .buttonStyle(.borderless)
            .fixedSize()
            .accessibilityLabel("Forget: \(entry.text)")
            .accessibilityIdentifier("memory.forget.\(entry.id)")
          }
          .swipeActions(edge: .trailing) {
            Button("Forget", role: .destructive) {
              Task { await model.erase(entry) }
            }
          }
        }
        Button("Forget everything", role: .destructive) { asksToErase = true }
          .accessibilityIdentifier("memory.forgetAll")
      }
    } empty: {
      EmptyState(
        "It keeps nothing", symbol: "brain", text: "Tell it “remember that …” to change that.", screen: "memory")
    }
    .refreshable { await model.load() }
    .task { await model.run() }
    .confirm(
      "Forget everything?", isPresented: $asksToErase, action: "Forget everything",
      identifier: "memory.confirmForgetAll"
    ) {
      await model.eraseAll()
    }
    .problemAlert(model.problem) { model.dismissProblem() }
    .navigationTitle("What the assistant keeps")
    .navigationBarTitleDisplayMode(.inline)
  }
}

#if DEBUG
  struct MemoryView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack {
          MemoryView(
            model: MemoryViewModel(intelligence: SampleIntelligence()), texts: session.services.texts)
        }
      }
    }
  }
#endif
