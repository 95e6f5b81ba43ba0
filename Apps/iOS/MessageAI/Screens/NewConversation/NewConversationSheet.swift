import Domain
import SwiftUI
import ViewModels

/// Choosing one person, or several and a name for the group.
struct NewConversationSheet: View {
  @Environment(Router.self) private var router
  @Environment(\.dismiss) private var dismiss
  @State private var model: NewConversationViewModel

  init(model: NewConversationViewModel) {
    _model = State(initialValue: model)
  }

  var body: some View {
    NavigationStack {
      PeoplePicker(model: model, screen: "newConversation") {
        if model.needsName {
          Section("Group name") {
            TextField("Group name", text: $model.groupName)
              .accessibilityIdentifier("newConversation.groupName")
          }
        }
        if let problem = model.problem {
          Section {
            ProblemText(text: problem.sentence)
              .accessibilityIdentifier("newConversation.problem")
          }
        }
      }
      .navigationTitle("New conversation")
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel") { dismiss() }
            .accessibilityIdentifier("newConversation.cancel")
        }
        ToolbarItem(placement: .confirmationAction) {
          Button(model.needsName ? "Create group" : "Start") { Task { await create() } }
            .disabled(!model.canCreate)
            .accessibilityIdentifier("newConversation.create")
        }
      }
    }
    .screen("newConversation")
  }

  private func create() async {
    guard let conversation = await model.create() else { return }
    router.open(conversation)
  }
}

#if DEBUG
  struct NewConversationSheet_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { NewConversationSheet(model: $0.newConversation()) }
    }
  }
#endif
