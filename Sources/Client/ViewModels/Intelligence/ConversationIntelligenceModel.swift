import Domain
import Observation

/// Switching the AI on or off for one conversation, for all its members.
@MainActor @Observable
public final class ConversationIntelligenceModel: ActionModel {
  /// As the device has it, or as it was set last; `nil` before either is known.
  public private(set) var isOn: Bool?
  /// What was set waits for the connection.
  public private(set) var isWaiting = false
  public let action = ActionState()
  @ObservationIgnored private let conversation: ConversationID
  @ObservationIgnored private let intelligence: any IntelligenceRepository
  @ObservationIgnored private let conversations: (any ConversationRepository)?
  @ObservationIgnored private let offline: OfflineContext?

  /// Without `conversations`, nothing is known until it is set.
  public init(
    conversation: ConversationID, intelligence: any IntelligenceRepository,
    conversations: (any ConversationRepository)? = nil, offline: OfflineContext? = nil
  ) {
    self.conversation = conversation
    self.intelligence = intelligence
    self.conversations = conversations
    self.offline = offline
  }

  /// Follows the switch, whoever turns it, until the task is cancelled.
  public func observe() async {
    guard let conversations else { return }
    for await list in conversations.observeConversations() {
      if let row = list.first(where: { $0.id == conversation }) { isOn = row.isIntelligenceOn }
    }
  }

  /// Follows what of it waits, until the task is cancelled.
  public func followWaiting() async {
    guard let offline else { return }
    for await requests in offline.repository.observeRequests() {
      isWaiting = requests.contains { request in
        if case .switchIntelligence(_, conversation) = request.request { request.failure == nil } else { false }
      }
    }
  }

  /// Off erases what was derived from the conversation. Refused for those who are no administrator
  /// of a group.
  public func set(isOn: Bool) async {
    guard !isBusy else { return }
    await perform {
      try await intelligence.setIntelligence(isOn: isOn, in: conversation)
      self.isOn = isOn
    }
  }
}
