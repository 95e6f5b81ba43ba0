import Domain
import SwiftUI
import ViewModels

/// Changes the words of an insight, and who is to do it by when.
struct InsightEditView: View {
  @State private var edit: InsightEdit
  private let model: InsightsViewModel
  private let directory: DirectoryModel
  @Environment(\.dismiss) private var dismiss

  init(edit: InsightEdit, model: InsightsViewModel, directory: DirectoryModel) {
    _edit = State(initialValue: edit)
    self.model = model
    self.directory = directory
  }

  var body: some View {
    Form {
      Section("Text") {
        TextField("Text", text: $edit.text, axis: .vertical)
          .accessibilityIdentifier("insightEdit.text")
        if edit.excess > 0 {
          ProblemText(text: "\(edit.excess) characters too many")
            .accessibilityIdentifier("insightEdit.excess")
        }
      }
      if edit.placed.insight.kind == .actionItem {
        TaskFields(
          people: directory.people(in: edit.placed.conversation, and: edit.placed.insight.owner), owner: $edit.owner,
          hasDue: $edit.hasDue, due: $edit.due, screen: "insightEdit")
      }
      Section {
        TextField("What led to it", text: $edit.context, axis: .vertical)
          .accessibilityIdentifier("insightEdit.context")
        TextField("Tags, separated by commas", text: $edit.tags)
          .accessibilityIdentifier("insightEdit.tags")
      }
      if edit.placed.insight.kind == .decision {
        Section("Who took part") {
          ForEach(directory.people(in: edit.placed.conversation)) { person in
            Toggle(person.name, isOn: takesPart(person.id))
              .accessibilityIdentifier("insightEdit.participant.\(person.id)")
          }
        }
      }
      if let problem = model.problem {
        Section {
          ProblemText(text: problem.sentence)
            .accessibilityIdentifier("insightEdit.problem")
        }
      }
    }
    .task { await directory.learn([edit.placed.conversation]) }
    .onDisappear { model.dismissProblem() }
    .navigationTitle("Edit")
    .navigationBarTitleDisplayMode(.inline)
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel") { dismiss() }
          .accessibilityIdentifier("insightEdit.cancel")
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") {
          Task {
            await model.save(edit)
            if model.problem == nil { dismiss() }
          }
        }
        .disabled(!edit.canSave)
        .accessibilityIdentifier("insightEdit.save")
      }
    }
  }
}

extension InsightEditView {
  private func takesPart(_ user: UserID) -> Binding<Bool> {
    Binding {
      edit.participants.contains(user)
    } set: { isIn in
      if isIn { edit.participants.insert(user) } else { edit.participants.remove(user) }
    }
  }
}

/// Why an insight is there: the reason, what found it, and how sure that is.
struct InsightReasonView: View {
  let placed: PlacedInsight
  let context: IntelligenceContext
  @Environment(\.dismiss) private var dismiss

  var body: some View {
    List {
      Section {
        Text(placed.insight.text)
      }
      Section {
        Text(placed.insight.reason)
          .accessibilityIdentifier("insightReason.reason")
        Text(context.insightTexts.origin(placed.insight).localized)
          .foregroundStyle(.secondary)
          .accessibilityIdentifier("insightReason.origin")
      }
      Section("Messages") {
        ForEach(placed.insight.citations, id: \.self) { message in
          Button("Show the message", systemImage: "bubble.left") {
            context.open(MessageLink(conversation: placed.conversation, message: message))
          }
          .accessibilityIdentifier("insightReason.message.\(message)")
        }
      }
    }
    .navigationTitle("Why is this here?")
    .navigationBarTitleDisplayMode(.inline)
    .doneButton("insightReason.done") { dismiss() }
  }
}

#if DEBUG
  struct InsightEditView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        PreviewState((IntelligenceSamples.insights(.actionItem), IntelligenceSamples.context(session))) {
          model, context in
          NavigationStack {
            InsightEditView(edit: model.edit(IntelligenceSamples.task), model: model, directory: context.directory)
          }
          NavigationStack {
            InsightReasonView(placed: IntelligenceSamples.task, context: context)
          }
        }
      }
    }
  }
#endif
