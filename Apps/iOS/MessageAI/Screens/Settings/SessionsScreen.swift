import Domain
import SwiftUI
import ViewModels

/// The devices on which I am signed in.
struct SessionsScreen: View {
  @Environment(Session.self) private var session
  @State private var model: SettingsViewModel

  init(model: SettingsViewModel) {
    _model = State(initialValue: model)
  }

  var body: some View {
    StateView(
      model.sessions, screen: "sessions", notice: model.sessionsProblem, retry: model.loadSessions
    ) { sessions in
      List {
        Section {
          ForEach(sessions) { row($0) }
        } footer: {
          Text("End a session that you do not know, and change your password.")
        }
      }
      .refreshable { await model.loadSessions() }
    } empty: {
      EmptyState(
        "No devices", symbol: "laptopcomputer.and.iphone", text: "You are signed in nowhere.", screen: "sessions")
    }
    .navigationTitle("Signed-in devices")
    .navigationBarTitleDisplayMode(.inline)
    .task { await model.runSessions() }
    .problemAlert(model.problem) { model.dismissProblem() }
    .screen("sessions")
  }

  private func row(_ device: DeviceSession) -> some View {
    HStack(spacing: 14) {
      Image(systemName: "laptopcomputer.and.iphone")
        .font(.title3)
        .foregroundStyle(.tint)
        .accessibilityHidden(true)
      VStack(alignment: .leading, spacing: 2) {
        Text(verbatim: device.device)
          .font(.body)
        if device.current {
          Text("This device")
            .font(.footnote)
            .foregroundStyle(.green)
        } else {
          Text(verbatim: session.services.texts.lastSeen(device.lastSeenAt).localized)
            .font(.footnote)
            .foregroundStyle(.secondary)
        }
      }
      .accessibilityElement(children: .combine)
      Spacer(minLength: 8)
      if !device.current {
        Button("End") { Task { await model.endSession(device.id) } }
          .buttonStyle(.bordered)
          .disabled(model.isBusy)
          .accessibilityLabel("End the session on \(device.device)")
          .accessibilityIdentifier("sessions.end.\(device.id)")
      }
    }
    .padding(.vertical, 4)
  }
}

#if DEBUG
  struct SessionsScreen_Previews: PreviewProvider {
    static var previews: some View {
      PreviewContainer { session in
        NavigationStack { SessionsScreen(model: session.settings()) }
      }
    }
  }
#endif
