import Domain
import Observation

/// Who is in a conversation, and what its administrators may do about it.
@MainActor @Observable
public final class GroupModel: ActionModel {
  public private(set) var members: [Member] = []
  public private(set) var kind: Conversation.Kind = .direct
  public let action = ActionState()
  /// I have left, or been taken out.
  public private(set) var hasLeft = false
  public let conversation: ConversationID
  public let me: UserID
  @ObservationIgnored private let repository: any ConversationRepository

  public init(conversation: ConversationID, me: UserID, repository: any ConversationRepository) {
    self.conversation = conversation
    self.me = me
    self.repository = repository
  }

  /// Present members, administrators first, then by name.
  public var present: [Member] {
    members.filter(\.isPresent).sorted { left, right in
      if left.role != right.role { return left.role == .admin }
      return (left.name, left.user) < (right.name, right.user)
    }
  }

  /// I may rename the group, add and remove people and change roles.
  public var canAdminister: Bool { isAllowed(.rename) }
  public var canLeave: Bool { isAllowed(.leave) }

  public func rename(to name: String) async {
    await perform { try await repository.rename(conversation, to: name) }
  }

  public func add(_ users: [UserID]) async {
    await perform { try await repository.addMembers(users, to: conversation) }
  }

  public func remove(_ user: UserID) async {
    await perform { try await repository.removeMember(user, from: conversation) }
  }

  public func setRole(_ role: Member.Role, of user: UserID) async {
    await perform { try await repository.setRole(role, of: user, in: conversation) }
  }

  public func leave() async {
    await perform {
      try await repository.leave(conversation)
      hasLeft = true
    }
  }

  func update(_ timeline: Timeline) {
    if members != timeline.members { members = timeline.members }
    if kind != timeline.conversation.kind { kind = timeline.conversation.kind }
  }

  private func isAllowed(_ action: ConversationAction) -> Bool {
    let role = members.first { $0.user == me && $0.isPresent }?.role
    return AccessPolicy.decide(action, AccessContext(kind: kind, role: role)) == .allowed
  }
}
