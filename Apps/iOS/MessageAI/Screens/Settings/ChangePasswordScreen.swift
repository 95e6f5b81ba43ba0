import SwiftUI
import ViewModels

/// A new password. All other devices are signed out by it.
struct ChangePasswordScreen: View {
  @Environment(\.dismiss) private var dismiss
  @State private var model: SettingsViewModel

  init(model: SettingsViewModel) {
    _model = State(initialValue: model)
  }

  var body: some View {
    Form {
      Section {
        SecureField("Current password", text: $model.currentPassword)
          .textContentType(.password)
          .accessibilityIdentifier("changePassword.current")
      }
      Section {
        SecureField("New password", text: $model.newPassword)
          .textContentType(.newPassword)
          .accessibilityIdentifier("changePassword.new")
        SecureField("New password again", text: $model.repeatedPassword)
          .textContentType(.newPassword)
          .accessibilityIdentifier("changePassword.repeated")
      } footer: {
        Text("At least 8 characters.")
      }
      if let problem = model.problem {
        Section {
          ProblemText(text: problem.sentence)
            .accessibilityIdentifier("changePassword.problem")
        }
      }
    }
    .navigationTitle("Change password")
    .navigationBarTitleDisplayMode(.inline)
    .toolbar {
      ToolbarItem(placement: .confirmationAction) {
        Button("Change") { Task { await model.changePassword() } }
          .disabled(model.isBusy || !model.canChangePassword)
          .accessibilityIdentifier("changePassword.change")
      }
    }
    .alert("Password changed", isPresented: hasChanged) {
      Button("OK") { dismiss() }
        .accessibilityIdentifier("changePassword.done")
    } message: {
      Text("All other devices have been signed out.")
    }
    .screen("changePassword")
  }

  private var hasChanged: Binding<Bool> {
    Binding {
      model.outcome == .passwordChanged
    } set: { hasChanged in
      if !hasChanged { dismiss() }
    }
  }
}

#if DEBUG
  struct ChangePasswordScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack { ChangePasswordScreen(model: session.settings()) }
      }
    }
  }
#endif
