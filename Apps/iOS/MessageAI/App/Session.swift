import Domain
import Foundation
import Observation
import ViewModels

/// What belongs to the user who is signed in: makes the view models of the screens.
///
/// From the environment, below the signed-in root: `@Environment(Session.self) private var
/// session`.
@MainActor @Observable
final class Session {
  @ObservationIgnored let me: UserID
  @ObservationIgnored let repositories: Repositories
  @ObservationIgnored let services: PlatformServices
  /// The list of conversations lives as long as the session: the badge and the banner come from it.
  @ObservationIgnored let conversations: ConversationsListViewModel

  /// What admins give to some people first.
  @ObservationIgnored let features: FeaturesModel

  /// What is due, on every screen.
  @ObservationIgnored let reminders: RemindersViewModel

  /// What waits for the server besides messages.
  @ObservationIgnored let requests: RequestsViewModel

  /// Faces, and pictures of messages.
  @ObservationIgnored let pictures = Pictures()

  init(me: UserID, repositories: Repositories, services: PlatformServices) {
    self.me = me
    self.repositories = repositories
    self.services = services
    features = FeaturesModel(repository: repositories.auth)
    reminders = RemindersViewModel(
      reminders: repositories.reminders, clock: services.clock, calendar: services.texts.calendar)
    requests = RequestsViewModel(OfflineContext(repositories.offline, texts: services.texts))
    conversations = ConversationsListViewModel(
      me: me, conversations: repositories.conversations, presence: repositories.presence,
      connection: ConnectionBannerModel(connection: repositories.connection, pauses: services.pauses),
      clock: services.clock, texts: services.texts)
  }

  /// Follows what every screen shares, the network and the badge on the icon, until the task is
  /// cancelled.
  func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.conversations.run() }
      group.addTask { await self.features.run() }
      group.addTask { await self.reminders.run() }
      group.addTask { await self.requests.run() }
      group.addTask { await self.followNetwork() }
      group.addTask { await self.followBadge() }
    }
  }

  /// The app has come on screen or has left it.
  func sceneChanged(isActive: Bool, isInBackground: Bool) async {
    if isInBackground {
      let lists = repositories.conversations.observeConversations()
      services.background.finish { await Self.untilSent(lists) }
      await services.transfers?.appLeft()
    }
    if isActive { services.transfers?.appReturned() }
    if isActive { await repositories.connection.kick() }
    await repositories.presence.setPresence(isActive ? .online : .away)
    if isInBackground { services.background.schedule() }
  }

  /// Returns once no conversation's newest message waits to be sent.
  nonisolated static func untilSent(_ lists: AsyncStream<[ConversationSummary]>) async {
    for await list in lists where list.allSatisfy({ $0.lastStatus != .sending }) { return }
  }

  private func followNetwork() async {
    for await isUp in services.network.changes() where isUp { await repositories.connection.kick() }
  }

  private func followBadge() async {
    for await count in repositories.conversations.observeBadge() { await services.notifications.setBadge(count) }
  }
}

// MARK: - View models

extension Session {
  func chat(_ conversation: ConversationID) -> ChatViewModel {
    ChatViewModel(
      conversation: conversation, me: me, messages: repositories.messages, conversations: repositories.conversations,
      presence: repositories.presence, files: repositories.files, intelligence: repositories.intelligence,
      pauses: services.pauses, texts: services.texts)
  }

  func thread(of message: MessageID, in conversation: ConversationID) -> ThreadViewModel {
    ThreadViewModel(
      message: message, conversation: conversation, me: me, messages: repositories.messages,
      conversations: repositories.conversations, presence: repositories.presence,
      pauses: services.pauses, texts: services.texts)
  }

  func chatWithPicker(
    _ conversation: ConversationID
  ) -> (chat: ChatViewModel, records: MessageRecordsModel, picker: FilePicker) {
    let chat = chat(conversation)
    return (chat, records(of: conversation), picker(chat.composer))
  }

  private func picker(_ composer: ComposerModel) -> FilePicker {
    FilePicker(composer: composer, preparer: services.images, folder: Self.pickedFolder)
  }

  /// A file of a message on its way to the screen.
  func file(_ attachment: Attachment, _ form: AttachmentForm) -> FileModel {
    FileModel(attachment, form: form, files: repositories.files)
  }

  /// Changes my photo, or a group's.
  func photo(of owner: PhotoModel.Owner) -> PhotoModel {
    PhotoModel(
      owner, auth: repositories.auth, conversations: repositories.conversations, files: repositories.files,
      preparer: services.images, folder: Self.pickedFolder)
  }

  /// What was picked and is not sent; emptied at each start.
  nonisolated static var pickedFolder: URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("Picked", isDirectory: true)
  }

  func newConversation() -> NewConversationViewModel {
    NewConversationViewModel(
      me: me, users: repositories.users, conversations: repositories.conversations, pauses: services.pauses)
  }

  func search() -> SearchViewModel {
    SearchViewModel(messages: repositories.messages, pauses: services.pauses)
  }

  func profile() -> ProfileViewModel {
    ProfileViewModel(repository: repositories.auth)
  }

  func notifications() -> NotificationSettingsModel {
    NotificationSettingsModel(permissions: services.permissions, features: repositories.features)
  }

  func settings() -> SettingsViewModel {
    SettingsViewModel(repository: repositories.auth, connection: repositories.connection)
  }
}
