import Domain

/// What a change of settings does.
package struct SettingsRuling: Sendable {
  /// To be saved, and the private feed has its revision; `nil` when nothing changes.
  package let changed: ConversationSettings?
  package let answer: CommandAnswer
}

extension Rules.Members {
  /// The account whose settings of the conversation the asker may change: their own, as a member.
  package static func settingsOwner(_ asker: UserID, in state: ConversationState) throws(Refusal) -> Int64 {
    try state.authorize(.changeSettings, asker)
    guard let member = state.presentMember(asker) else { throw Refusal.notFound }
    return member.account
  }

  /// Changes what is named. `known` are the owner's settings so far, `rev` is the revision of their
  /// private feed.
  package static func changeSettings(
    _ change: ConversationSettingsChange, from known: ConversationSettings?, rev: Int64,
    of conversation: ConversationID, by owner: UserID, at time: Timestamp
  ) -> SettingsRuling {
    let before = known ?? ConversationSettings(conversation: conversation)
    var settings = before
    if let muted = change.muted {
      settings.muted = muted
      settings.mutedUntil = muted ? change.mutedUntil : nil
    }
    if let archived = change.archived, archived != settings.archived {
      settings.archived = archived
      settings.archivedAt = archived ? time : nil
    }
    settings.pinned = change.pinned ?? settings.pinned
    guard settings != before else { return SettingsRuling(changed: nil, answer: CommandAnswer(.settings(settings))) }
    settings.rev = rev + 1
    let delta = FeedDelta(feed: .me, fromRev: rev, toRev: rev + 1, settings: [settings])
    return SettingsRuling(
      changed: settings, answer: CommandAnswer(.settings(settings), changes: [.delta(delta, audience: [owner])]))
  }
}
