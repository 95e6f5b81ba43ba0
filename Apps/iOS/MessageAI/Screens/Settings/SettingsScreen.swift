import SwiftUI
import ViewModels

/// Root of the tab Settings.
struct SettingsScreen: View {
  @Environment(AppContainer.self) private var container
  @State private var model: ProfileViewModel
  @State private var asksToSignOut = false

  init(model: ProfileViewModel) {
    _model = State(initialValue: model)
  }

  var body: some View {
    @Bindable var preferences = container.preferences
    List {
      profile
      Section("App") {
        link(.notifications, "Notifications", symbol: "bell.badge", colour: .red)
        link(.appearance, "Appearance", symbol: "circle.lefthalf.filled", colour: .indigo)
        link(.language, "Language", symbol: "globe", colour: .blue)
      }
      Section("AI") {
        link(.intelligence(.preferences), "AI", symbol: "sparkles", colour: .purple)
        link(.intelligence(.transparency), "Where my text went", symbol: "eye", colour: .teal)
        link(.intelligence(.waiting), "Waiting for the server", symbol: "clock", colour: .orange)
      }
      Section("Account") {
        link(.sessions, "Signed-in devices", symbol: "laptopcomputer.and.iphone", colour: .gray)
        link(.changePassword, "Change password", symbol: "key", colour: .orange)
        link(.downloadData, "Download my data", symbol: "arrow.down.doc", colour: .blue)
        Button {
          asksToSignOut = true
        } label: {
          label("Sign out", symbol: "rectangle.portrait.and.arrow.right", colour: .gray)
        }
        .disabled(container.auth.isBusy)
        .accessibilityIdentifier("settings.signOut")
        link(.deleteAccount, "Delete account", symbol: "trash", colour: .red)
      }
      Section {
        Toggle("Tell the admins of crashes", isOn: $preferences.tellsOfCrashes)
          .accessibilityIdentifier("settings.crashes")
      } footer: {
        Text("Only your own server: where in the app it was, nothing that anybody wrote.")
      }
      Section {
        Toggle("Tell the admins how long things take", isOn: sendsEvents)
          .disabled(model.isBusy)
          .accessibilityIdentifier("settings.events")
      } footer: {
        Text("On all of your devices. Only your own server, which adds up the times and keeps nobody’s.")
      }
      Section {
        LabeledContent("Server", value: container.serverText)
          .accessibilityElement(children: .combine)
          .accessibilityIdentifier("settings.server")
      }
    }
    .navigationTitle("Settings")
    .task { await model.run() }
    .confirm(
      "Sign out?", isPresented: $asksToSignOut, action: "Sign out", identifier: "settings.signOut.confirm",
      message: "Your messages go from this device. What has not been sent yet is lost."
    ) {
      await container.auth.signOut()
    }
    .screen("settings")
  }

  private var sendsEvents: Binding<Bool> {
    Binding {
      model.sendsEvents
    } set: { sends in
      Task { await model.setSendsEvents(sends) }
    }
  }

  private var profile: some View {
    Section {
      NavigationLink(value: Route.profile) {
        HStack(spacing: 14) {
          Avatar(
            model.state.content?.name ?? "", key: model.state.content?.id.description ?? "",
            photo: model.state.content?.photo, size: 60)
          VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: model.state.content?.name ?? "")
              .font(.title3.weight(.semibold))
            Text(verbatim: model.state.content?.email ?? "")
              .font(.subheadline)
              .foregroundStyle(.secondary)
          }
          .lineLimit(1)
        }
        .padding(.vertical, 4)
        .accessibilityElement(children: .combine)
      }
      .accessibilityHint("Shows your profile")
      .accessibilityIdentifier("settings.profile")
    }
  }

  private func link(
    _ route: Route, _ title: LocalizedStringKey, symbol: String, colour: Color
  ) -> some View {
    NavigationLink(value: route) { label(title, symbol: symbol, colour: colour) }
      .accessibilityIdentifier("settings.\(route.name)")
  }

  private func label(_ title: LocalizedStringKey, symbol: String, colour: Color) -> some View {
    Label {
      Text(title).foregroundStyle(.primary)
    } icon: {
      Image(systemName: symbol).foregroundStyle(colour)
    }
  }
}

#if DEBUG
  struct SettingsScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack { SettingsScreen(model: session.profile()) }
      }
    }
  }
#endif
