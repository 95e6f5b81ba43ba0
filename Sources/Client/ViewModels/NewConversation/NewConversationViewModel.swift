import Domain
import Observation

/// Finding people and starting a conversation with them.
@MainActor @Observable
public final class NewConversationViewModel: TypedSearchModel, ActionModel {
  public typealias State = ScreenState<[User]>

  /// Seconds from the last key to the search.
  public static let searchDelay = 0.25

  public let typed: TypedSearch<[User]>
  public let action = ActionState()
  /// In the order in which they were chosen.
  public private(set) var selection: [User] = []
  /// Needed for more than one person.
  public var groupName = ""
  public let me: UserID
  @ObservationIgnored private let users: any UserRepository
  @ObservationIgnored private let conversations: any ConversationRepository

  public init(
    me: UserID, users: any UserRepository, conversations: any ConversationRepository,
    pauses: any Clock<Duration> = ContinuousClock()
  ) {
    self.me = me
    self.users = users
    self.conversations = conversations
    typed = TypedSearch(delay: Self.searchDelay, pauses: pauses)
  }

  public func find(_ query: String) async throws -> [User] {
    try await users.searchUsers(query).filter { $0.id != me }
  }

  public var needsName: Bool { selection.count > 1 }

  public var canCreate: Bool {
    guard !isBusy, !selection.isEmpty else { return false }
    return !needsName || !groupName.trimmingWhitespace.isEmpty
  }

  /// Chooses a person, or takes the choice back.
  public func toggle(_ user: User) {
    if let index = selection.firstIndex(where: { $0.id == user.id }) {
      selection.remove(at: index)
    } else {
      selection.append(user)
    }
  }

  public func isSelected(_ user: User) -> Bool {
    selection.contains { $0.id == user.id }
  }

  /// The new conversation, or the direct one that was there already; `nil` when it was refused.
  public func create() async -> ConversationID? {
    guard canCreate else { return nil }
    return await perform {
      try await CreateConversation(repository: conversations)(
        with: selection.map(\.id), name: groupName.trimmingWhitespace.isEmpty ? nil : groupName)
    }
  }
}
