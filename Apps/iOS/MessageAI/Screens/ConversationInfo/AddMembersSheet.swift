import Domain
import SwiftUI
import ViewModels

/// Choosing people for a group.
struct AddMembersSheet: View {
  @Environment(\.dismiss) private var dismiss
  @State private var model: NewConversationViewModel
  @State private var chat: ChatViewModel

  /// `model` finds people; `chat` is the group's.
  init(model: NewConversationViewModel, chat: ChatViewModel) {
    _model = State(initialValue: model)
    _chat = State(initialValue: chat)
  }

  var body: some View {
    NavigationStack {
      PeoplePicker(model: model, screen: "addMembers", hidden: Set(chat.group.present.map(\.user))) {
        if let problem = chat.group.problem {
          Section {
            ProblemText(text: problem.sentence)
              .accessibilityIdentifier("addMembers.problem")
          }
        }
      }
      .navigationTitle("Add people")
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button("Cancel") { dismiss() }
            .accessibilityIdentifier("addMembers.cancel")
        }
        ToolbarItem(placement: .confirmationAction) {
          Button("Add") { Task { await add() } }
            .disabled(model.selection.isEmpty || chat.group.isBusy)
            .accessibilityIdentifier("addMembers.add")
        }
      }
    }
    .task { await chat.follow() }
    .screen("addMembers")
  }

  private func add() async {
    await chat.group.add(model.selection.map(\.id))
    if chat.group.problem == nil { dismiss() }
  }
}

#if DEBUG
  struct AddMembersSheet_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { AddMembersSheet(model: $0.newConversation(), chat: $0.chat(PreviewSamples.team)) }
    }
  }
#endif
