import Domain

/// What a command changes in one conversation, all under one revision.
package struct ConversationChange: Sendable {
  /// The feed's revision after it: that of before when nothing changes.
  package let rev: Int64
  /// The conversation's row, when it changes.
  package var row: Conversation?
  /// Members' rows that change or are new.
  package var members: [MemberState] = []
  /// Insights that change.
  package var insights: [Insight] = []
  /// Who loses the conversation: what is kept for them alone of it is to be erased.
  package var leaving: [UserID] = []
  /// The revision, when somebody comes or goes.
  package var membershipVersion: Int64?
  package var answer: CommandAnswer

  /// Nothing changes.
  package static func none(_ state: ConversationState, _ result: CommitResult = .done) -> ConversationChange {
    ConversationChange(rev: state.rev, answer: CommandAnswer(result))
  }
}

extension ConversationState {
  /// The change that saves these rows under the next revision and tells whoever is there before and
  /// after it.
  ///
  /// `others` is what else is to be heard, afterwards.
  package func changing(
    row: Conversation? = nil, members: [MemberState] = [], insights: [Insight] = [], result: CommitResult = .done,
    then others: [FeedChange] = []
  ) -> ConversationChange {
    var row = row
    row?.rev = nextRev
    var members = members
    for index in members.indices { members[index].row.rev = nextRev }
    let moving = members.filter { (presentMember($0.row.user) != nil) != $0.row.isPresent }
    let leaving = moving.filter { !$0.row.isPresent }.map(\.row.user)
    let delta = FeedDelta(
      feed: feed, fromRev: rev, toRev: nextRev, conversation: row, members: members.map(\.row), insights: insights)
    let hearing = leaving.isEmpty ? audience : audience.filter { !leaving.contains($0) }
    return ConversationChange(
      rev: nextRev, row: row, members: members, insights: insights, leaving: leaving,
      membershipVersion: moving.isEmpty ? nil : nextRev,
      answer: CommandAnswer(result, changes: [.delta(delta, audience: hearing)] + others))
  }
}
