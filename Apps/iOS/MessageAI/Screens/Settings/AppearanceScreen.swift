import SwiftUI

/// Light, dark, or as the system.
struct AppearanceScreen: View {
  @Environment(AppContainer.self) private var container

  var body: some View {
    @Bindable var preferences = container.preferences
    Form {
      Section {
        Picker("Appearance", selection: $preferences.appearance) {
          ForEach(AppPreferences.Appearance.allCases) { Text($0.title).tag($0) }
        }
        .pickerStyle(.inline)
        .labelsHidden()
        .accessibilityIdentifier("appearance.choice")
      } footer: {
        Text("The size of text follows the settings of the device.")
      }
    }
    .navigationTitle("Appearance")
    .navigationBarTitleDisplayMode(.inline)
    .screen("appearance")
  }
}

#if DEBUG
  struct AppearanceScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { _ in
        NavigationStack { AppearanceScreen() }
      }
    }
  }
#endif
