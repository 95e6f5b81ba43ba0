import Domain

package enum MemberCommand: Sendable {
  case add(asker: UserID, conversation: ConversationID, users: [UserID])
  /// Removing oneself is leaving. The last admin of a group with other members cannot leave:
  /// `conflict`.
  case remove(asker: UserID, conversation: ConversationID, user: UserID)
  case setRole(asker: UserID, conversation: ConversationID, user: UserID, role: Member.Role)
  case changeSettings(asker: UserID, conversation: ConversationID, ConversationSettingsChange)
  /// Coalesced watermarks of one conversation. Those of non-members and those that change nothing
  /// are left out silently; values are capped at the last seq. One rev for all.
  case advanceWatermarks(conversation: ConversationID, [WatermarkChange])
}
