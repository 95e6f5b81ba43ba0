import Domain

/// One of the asker's present conversations.
package struct ConversationOutline: Sendable {
  package let conversation: Conversation
  /// Present members.
  package let members: [Member]
  /// The asker's own row.
  package let mine: Member
  package let settings: ConversationSettings?
  package let rev: Int64
  package let lastSeq: Int64
  /// Changes whenever somebody joins or leaves: part of cache keys.
  package let membershipVersion: Int64
  package let isIntelligenceOn: Bool

  package init(
    conversation: Conversation, members: [Member], mine: Member, settings: ConversationSettings?, rev: Int64,
    lastSeq: Int64, membershipVersion: Int64, isIntelligenceOn: Bool
  ) {
    self.conversation = conversation
    self.members = members
    self.mine = mine
    self.settings = settings
    self.rev = rev
    self.lastSeq = lastSeq
    self.membershipVersion = membershipVersion
    self.isIntelligenceOn = isIntelligenceOn
  }
}
