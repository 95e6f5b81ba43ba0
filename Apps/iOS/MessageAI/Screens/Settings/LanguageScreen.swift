import SwiftUI
import ViewModels

/// The language that I read, and the one that the app speaks.
struct LanguageScreen: View {
  @Environment(\.openURL) private var openURL
  @Environment(Session.self) private var session
  @State private var model: ProfileViewModel

  init(model: ProfileViewModel) {
    _model = State(initialValue: model)
  }

  var body: some View {
    StateView(model.state, screen: "language") { _ in
      Form {
        Section {
          Picker("Language I read", selection: $model.language) {
            Text("Not given").tag("")
            ForEach(model.languages, id: \.self) { Text(verbatim: LocaleChoices.languageName($0)).tag($0) }
          }
          .pickerStyle(.navigationLink)
          .accessibilityIdentifier("language.choice")
        } footer: {
          Text("Your team's server may use it for what it writes for you.")
        }
        if let problem = model.problem {
          Section {
            ProblemText(text: problem.sentence)
              .accessibilityIdentifier("language.problem")
            Button("Try again") { Task { await model.save() } }
              .disabled(model.isBusy)
              .accessibilityIdentifier("language.retry")
          }
        }
        if let settings = session.services.settingsURL {
          Section {
            Button("Language of the app") { openURL(settings) }
              .accessibilityIdentifier("language.openSettings")
          } footer: {
            Text("English and German; chosen in the settings of the device.")
          }
        }
      }
    } empty: {
      EmptyState("Nobody is signed in", symbol: "person", text: "Sign in first.", screen: "language")
    }
    .navigationTitle("Language")
    .navigationBarTitleDisplayMode(.inline)
    .task { await model.run() }
    .onChange(of: model.language) { Task { await model.save() } }
    .screen("language")
  }
}

#if DEBUG
  struct LanguageScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack { LanguageScreen(model: session.profile()) }
      }
    }
  }
#endif
