import SwiftUI
import ViewModels

/// Everything that the server has of the user, as a file to share.
struct DownloadDataScreen: View {
  @State private var model: SettingsViewModel

  init(model: SettingsViewModel) {
    _model = State(initialValue: model)
  }

  var body: some View {
    Form {
      Section {
        Text("Your profile, your settings, what the AI keeps for you, and all messages and files that you may read.")
      }
      if let file = model.export {
        Section {
          ShareLink(item: file) {
            Label("Share the archive", systemImage: "square.and.arrow.up")
          }
          .accessibilityIdentifier("downloadData.share")
        } footer: {
          Text("It leaves this device when you go back. Keep it where nobody else can read it.")
        }
      } else {
        confirmation
      }
    }
    .navigationTitle("Download my data")
    .navigationBarTitleDisplayMode(.inline)
    .onDisappear { model.forgetExport() }
    .screen("downloadData")
  }

  @ViewBuilder private var confirmation: some View {
    Section {
      SecureField("Password", text: $model.currentPassword)
        .textContentType(.password)
        .accessibilityIdentifier("downloadData.password")
    } footer: {
      VStack(alignment: .leading, spacing: 6) {
        Text("If you have no password, leave it empty: then you must have signed in within the last ten minutes.")
        if let problem = model.problem {
          ProblemText(text: problem.sentence)
            .accessibilityIdentifier("downloadData.problem")
        }
      }
    }
    Section {
      Button {
        Task { await model.downloadExport() }
      } label: {
        HStack {
          Text("Download")
          if model.isBusy {
            Spacer()
            ProgressView()
          }
        }
      }
      .disabled(model.isBusy)
      .accessibilityIdentifier("downloadData.download")
    }
  }
}

#if DEBUG
  struct DownloadDataScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack { DownloadDataScreen(model: session.settings()) }
      }
    }
  }
#endif
