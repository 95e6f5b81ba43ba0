/// What access to a conversation, and to the object in question, depends on.
package struct AccessContext: Hashable, Sendable {
  package let kind: Conversation.Kind
  /// `nil` for outsiders and for those who left.
  package let role: Member.Role?
  /// Whether the user wrote the message in question.
  package let isAuthor: Bool

  package init(kind: Conversation.Kind, role: Member.Role?, isAuthor: Bool = false) {
    self.kind = kind
    self.role = role
    self.isAuthor = isAuthor
  }

  package var isMember: Bool { role != nil }
  package var isAdmin: Bool { role == .admin }
}
