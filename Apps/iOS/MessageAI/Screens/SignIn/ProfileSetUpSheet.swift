import SwiftUI
import ViewModels

/// After signing up: how others see me, where I am, and what I read.
struct ProfileSetUpSheet: View {
  @Environment(AppContainer.self) private var container
  @Environment(\.dismiss) private var dismiss
  @State private var model: ProfileViewModel

  init(model: ProfileViewModel) {
    _model = State(initialValue: model)
  }

  var body: some View {
    NavigationStack {
      StateView(model.state, screen: "profileSetUp") { profile in
        Form {
          Section {
            VStack(spacing: 12) {
              Avatar(model.name, key: profile.id, photo: profile.photo, size: 88)
              Text("This is how your team sees you. You can change it at any time.")
                .font(.subheadline)
                .foregroundStyle(.secondary)
                .multilineTextAlignment(.center)
            }
            .frame(maxWidth: .infinity)
            .padding(.vertical, 8)
          }
          ProfileFields(model: model, screen: "profileSetUp")
        }
      } empty: {
        EmptyState("Nobody is signed in", symbol: "person", text: "Sign in first.", screen: "profileSetUp")
      }
      .navigationTitle("Your profile")
      .navigationBarTitleDisplayMode(.inline)
      .toolbar {
        ToolbarItem(placement: .cancellationAction) {
          Button("Later") { finish() }
            .accessibilityIdentifier("profileSetUp.later")
        }
        ToolbarItem(placement: .confirmationAction) {
          Button("Done") { Task { await save() } }
            .disabled(model.isBusy)
            .accessibilityIdentifier("profileSetUp.done")
        }
      }
    }
    .task { await model.run() }
    .task { model.suggest() }
    .interactiveDismissDisabled()
    .screen("profileSetUp")
  }

  private func save() async {
    await model.save()
    if model.problem == nil { finish() }
  }

  private func finish() {
    container.auth.finishProfile()
    dismiss()
  }
}

#if DEBUG
  struct ProfileSetUpSheet_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { ProfileSetUpSheet(model: $0.profile()) }
    }
  }
#endif
