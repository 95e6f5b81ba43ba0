import Domain

extension Rules.Members {
  /// Watermarks rise, never beyond the last seq, and reading implies delivery; only the explicit
  /// "mark unread" lowers one. Those of non-members and those that change nothing are left out.
  package static func advanceWatermarks(
    _ changes: [WatermarkChange], in state: ConversationState
  ) -> ConversationChange {
    var changed: [UserID: MemberState] = [:]
    for change in changes {
      guard AccessPolicy.decide(.advanceWatermark, state.accessContext(of: change.user)) == .allowed,
        let before = changed[change.user] ?? state.presentMember(change.user)
      else { continue }
      var member = before
      let read = min(change.read ?? 0, state.lastSeq)
      let delivered = max(min(change.delivered ?? 0, state.lastSeq), read)
      member.row.deliveredSeq = max(member.row.deliveredSeq, delivered)
      member.row.readSeq = max(member.row.readSeq, read)
      if let unreadFrom = change.unreadFrom { member.row.readSeq = min(max(unreadFrom, 0), state.lastSeq) }
      if member.row != before.row { changed[change.user] = member }
    }
    guard !changed.isEmpty else { return .none(state) }
    return state.changing(members: state.members.compactMap { changed[$0.row.user] })
  }
}
