import Domain

/// One thing to commit, and who waits for it.
package struct WriteCommand: Sendable {
  package let body: Body
  package let at: Timestamp
  package let origin: Origin?

  package init(_ body: Body, at: Timestamp, origin: Origin? = nil) {
    self.body = body
    self.at = at
    self.origin = origin
  }

  package enum Body: Sendable {
    /// Repeats (same sender and id) answer with the row as it is and no range. An id of someone else's message: `conflict`. `replyTo` must be in the conversation: else `invalid`.
    case postMessage(sender: UserID, conversation: ConversationID, id: MessageID, text: String, replyTo: MessageID?)
    /// A repeated `editID` answers like a repeated post. A deleted message: `gone`.
    case editMessage(asker: UserID, conversation: ConversationID, id: MessageID, editID: EditID, text: String)
    case deleteMessage(asker: UserID, conversation: ConversationID, id: MessageID)
    /// Coalesced watermarks of one conversation. Those of non-members and those that change nothing are left out silently; values are capped at the last seq. One rev for all.
    case advanceWatermarks(conversation: ConversationID, [WatermarkChange])
    /// `direct`: exactly one other member; an existing one of the two is answered instead. `group`: the creator is its admin; unknown users are `invalid`; over the limit `invalid`. A repeated id of the same creator answers the existing one.
    case createConversation(
      creator: UserID, id: ConversationID, kind: Conversation.Kind, name: String?, members: [UserID])
    case updateConversation(asker: UserID, conversation: ConversationID, name: String?, photo: String??)
    case addMembers(asker: UserID, conversation: ConversationID, users: [UserID])
    /// Removing oneself is leaving. The last admin of a group with other members cannot leave: `conflict`.
    case removeMember(asker: UserID, conversation: ConversationID, user: UserID)
    case setRole(asker: UserID, conversation: ConversationID, user: UserID, role: Member.Role)
    case changeSettings(asker: UserID, conversation: ConversationID, ConversationSettingsChange)

    /// The first account of a store becomes workspace admin. An address in use: `conflict`.
    case createAccount(AccountRecord, timeZone: String?, locale: String?, language: String?)
    /// Also rewrites the name and photo in the user's member rows.
    case updateProfile(user: UserID, ProfileChange)
    case setPassword(user: UserID, hash: String, keepSession: SessionID?)
    /// The same password hashed with newer parameters: no session ends.
    case rehashPassword(user: UserID, hash: String)
    case setWorkspaceRole(user: UserID, WorkspaceRole)
    /// Disabling ends every session.
    case setDisabled(user: UserID, Bool)
    /// Name becomes "Deleted user", e-mail and password are erased, sessions end, groups are left (an admin's place goes to the oldest member); messages stay.
    case deleteAccount(user: UserID)
    /// `refreshHash` is the SHA-256 of the session's first refresh token.
    case createSession(user: UserID, session: DeviceSession, refreshHash: [UInt8], expiresAt: Timestamp)
    /// Rotates by `RefreshRotation`; `session_revoked` where it says so (and the session ends), `unauthenticated` for an unknown token.
    case rotateRefresh(presented: [UInt8], successor: [UInt8])
    case endSession(user: UserID, session: SessionID)
    case touchLastSeen([UserID: Timestamp])
    /// Keeps the first value under a name: a repeat answers with what is kept.
    case putSecret(name: String, [UInt8])
    /// Writes something that means nothing, to learn whether the disk takes it.
    case probe
    /// Puts the key in place of the one before, which is erased; every socket must show a token of the new one.
    case replaceSigningKey(name: String, [UInt8])

    case intelligence(IntelligenceCommand)
  }

  /// Who waits for the outcome.
  package enum Origin: Sendable {
    /// A request of a socket.
    case socket(SocketID, ref: Int64)
    /// Called once with the outcome's result: on the store's thread, after the observer, or on the submitter's when
    /// the command was refused before it was queued.
    case callback(@Sendable (Result<CommitResult, Refusal>) -> Void)
  }
}
