import SwiftUI
import ViewModels

/// The end of the account, confirmed by the password and once more.
struct DeleteAccountScreen: View {
  @State private var model: SettingsViewModel
  @State private var asks = false

  init(model: SettingsViewModel) {
    _model = State(initialValue: model)
  }

  var body: some View {
    Form {
      Section {
        Label {
          Text("Your messages stay; your name and address go. This cannot be undone.")
        } icon: {
          Image(systemName: "exclamationmark.triangle.fill").foregroundStyle(.red)
        }
      }
      Section {
        SecureField("Password", text: $model.currentPassword)
          .textContentType(.password)
          .accessibilityIdentifier("deleteAccount.password")
      } footer: {
        if let problem = model.problem {
          ProblemText(text: problem.sentence)
            .accessibilityIdentifier("deleteAccount.problem")
        }
      }
      Section {
        Button("Delete account", role: .destructive) { asks = true }
          .disabled(model.isBusy || model.currentPassword.isEmpty)
          .accessibilityIdentifier("deleteAccount.delete")
      }
    }
    .navigationTitle("Delete account")
    .navigationBarTitleDisplayMode(.inline)
    .confirm(
      "Delete your account for good?", isPresented: $asks, action: "Delete account",
      identifier: "deleteAccount.confirm", message: "Nobody can bring it back."
    ) {
      await model.deleteAccount()
    }
    .screen("deleteAccount")
  }
}

#if DEBUG
  struct DeleteAccountScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack { DeleteAccountScreen(model: session.settings()) }
      }
    }
  }
#endif
