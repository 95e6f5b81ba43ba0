#if DEBUG
  import Domain
  import Foundation
  import SwiftUI
  import ViewModels

  /// Puts sample data around a view, so that each view has a preview without a server.
  struct PreviewContainer<Content: View>: View {
    private let container: AppContainer
    private let content: (Session) -> Content
    private let session: Session

    init(_ account: SampleAuth.Account = .signedIn, @ViewBuilder content: @escaping (Session) -> Content) {
      let repositories = Repositories.samples(account)
      container = .sample(repositories)
      session = Session(me: PreviewSamples.me, repositories: repositories, services: container.services)
      self.content = content
    }

    var body: some View {
      content(session)
        .environment(container)
        .environment(container.router)
        .environment(session)
        .task(id: ObjectIdentifier(container.auth)) { await container.run() }
    }
  }

  extension AppContainer {
    /// A container over sample data.
    static func sample(_ repositories: Repositories) -> AppContainer {
      AppContainer(
        services: .samples, preferences: AppPreferences(defaults: UserDefaults(suiteName: "preview") ?? .standard),
        standardServer: ServerAddress("chat.example.org")
      ) { _ in Backend(repositories: repositories) }
    }
  }

  extension Repositories {
    static func samples(_ account: SampleAuth.Account = .signedIn) -> Repositories {
      let messages = SampleMessages()
      let offers = SampleOffers()
      return Repositories(
        auth: SampleAuth(account), identities: SampleIdentities(), messages: messages, conversations: messages,
        users: SampleUsers(),
        presence: SamplePresence(), connection: SampleConnection(), intelligence: SampleIntelligence(),
        reminders: SampleReminders(), offline: SampleOffline(), features: offers, files: SampleFiles(), push: offers,
        diagnostics: offers)
    }
  }

  extension PlatformServices {
    @MainActor static var samples: PlatformServices {
      PlatformServices(
        vault: SampleVault(), permissions: SamplePermissions(), notifications: SampleNotifications(),
        background: SampleBackground(), images: SampleImages(), network: SampleNetwork(), clipboard: SampleClipboard(),
        settingsURL: URL(string: "app-settings:"), clock: SampleClock(), texts: TimeTexts(clock: SampleClock()))
    }
  }
#endif
