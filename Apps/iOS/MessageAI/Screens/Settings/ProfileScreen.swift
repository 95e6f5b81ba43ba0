import SwiftUI
import ViewModels

/// My profile as others see it, and its form.
struct ProfileScreen: View {
  @Environment(Session.self) private var session
  @State private var model: ProfileViewModel

  init(model: ProfileViewModel) {
    _model = State(initialValue: model)
  }

  var body: some View {
    StateView(model.state, screen: "profile") { profile in
      Form {
        Section {
          VStack(spacing: 8) {
            Avatar(model.name, key: profile.id, photo: profile.photo, size: 88)
            Lasting {
              session.photo(of: .me)
            } content: {
              PhotoButtons(model: $0, hasPhoto: profile.photo != nil, screen: "profile")
            }
            Text(verbatim: profile.email)
              .font(.subheadline)
              .foregroundStyle(.secondary)
              .textSelection(.enabled)
          }
          .frame(maxWidth: .infinity)
        }
        .listRowBackground(Color.clear)
        ProfileFields(model: model, screen: "profile")
      }
    } empty: {
      EmptyState("Nobody is signed in", symbol: "person", text: "Sign in first.", screen: "profile")
    }
    .navigationTitle("Profile")
    .navigationBarTitleDisplayMode(.inline)
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("Save") { Task { await model.save() } }
          .disabled(!model.hasChanges || model.isBusy)
          .accessibilityIdentifier("profile.save")
      }
      if model.hasChanges {
        ToolbarItem(placement: .cancellationAction) {
          Button("Revert") { model.revert() }
            .accessibilityIdentifier("profile.revert")
        }
      }
    }
    .task { await model.run() }
    .screen("profile")
  }
}

#if DEBUG
  struct ProfileScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack { ProfileScreen(model: session.profile()) }
      }
    }
  }
#endif
