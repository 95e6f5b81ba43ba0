import Domain
import SwiftUI
import ViewModels

/// Writes a task that no message stands behind.
struct NewTaskView: View {
  @State private var draft: TaskDraft
  private let model: InsightsViewModel
  private let directory: DirectoryModel
  @Environment(\.dismiss) private var dismiss

  init(draft: TaskDraft, model: InsightsViewModel, directory: DirectoryModel) {
    _draft = State(initialValue: draft)
    self.model = model
    self.directory = directory
  }

  var body: some View {
    Form {
      Section {
        TextField("What is to be done", text: $draft.text, axis: .vertical)
          .accessibilityIdentifier("newTask.text")
        if draft.excess > 0 {
          ProblemText(text: "\(draft.excess) characters too many")
            .accessibilityIdentifier("newTask.excess")
        }
      } footer: {
        Text("All members of the conversation see it.")
      }
      TaskFields(
        people: directory.people(in: draft.conversation), owner: $draft.owner, hasDue: $draft.hasDue, due: $draft.due,
        screen: "newTask")
      if let problem = model.problem {
        Section {
          ProblemText(text: problem.sentence)
            .accessibilityIdentifier("newTask.problem")
        }
      }
    }
    .task { await directory.learn([draft.conversation]) }
    .onDisappear { model.dismissProblem() }
    .navigationTitle("New task")
    .navigationBarTitleDisplayMode(.inline)
    .toolbar {
      ToolbarItem(placement: .cancellationAction) {
        Button("Cancel") { dismiss() }
          .accessibilityIdentifier("newTask.cancel")
      }
      ToolbarItem(placement: .confirmationAction) {
        Button("Add") {
          Task {
            await model.write(draft)
            if model.problem == nil { dismiss() }
          }
        }
        .disabled(!draft.canSave)
        .accessibilityIdentifier("newTask.add")
      }
    }
  }
}

#if DEBUG
  struct NewTaskView_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        PreviewState(
          (
            IntelligenceSamples.insights(.actionItem, in: IntelligenceSamples.team),
            IntelligenceSamples.context(session)
          )
        ) { model, context in
          NavigationStack {
            if let draft = model.newTask {
              NewTaskView(draft: draft, model: model, directory: context.directory)
            }
          }
        }
      }
    }
  }
#endif
