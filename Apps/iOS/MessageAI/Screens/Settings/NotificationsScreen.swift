import SwiftUI
import ViewModels

/// Whether notifications come to this device, and what can be done about it.
struct NotificationsScreen: View {
  @Environment(\.openURL) private var openURL
  @Environment(Session.self) private var session
  @State private var model: NotificationSettingsModel

  init(model: NotificationSettingsModel) {
    _model = State(initialValue: model)
  }

  var body: some View {
    StateView(model.state, screen: "notifications", retry: model.load) { content in
      Form {
        Section {
          Label {
            Text(content.sentence.localized)
          } icon: {
            Image(systemName: content.permission == .allowed ? "bell.badge" : "bell.slash")
              .foregroundStyle(.tint)
          }
          .accessibilityIdentifier("notifications.sentence")
          if content.canAsk {
            Button("Turn on notifications") { Task { await model.allow() } }
              .disabled(model.isBusy)
              .accessibilityIdentifier("notifications.allow")
          }
          if content.needsDeviceSettings, let settings = session.services.settingsURL {
            Button("Open the settings of the device") { openURL(settings) }
              .accessibilityIdentifier("notifications.openSettings")
          }
        } footer: {
          Text("Muted and archived conversations never notify you.")
        }
      }
    } empty: {
      EmptyView()
    }
    .navigationTitle("Notifications")
    .navigationBarTitleDisplayMode(.inline)
    .task { await model.load() }
    .problemAlert(model.problem) { model.dismissProblem() }
    .screen("notifications")
  }
}

#if DEBUG
  struct NotificationsScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack { NotificationsScreen(model: session.notifications()) }
      }
    }
  }
#endif
