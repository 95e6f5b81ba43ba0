import Domain

/// What one message is found to be to one reader.
package struct PriorityFinding: Hashable, Sendable {
  package let reader: UserID
  /// Of the message's row that was judged.
  package let messageRev: Int64
  /// Without a reason: it is not urgent.
  package let mark: PriorityMark
  /// When it may be found to be something else though nobody does anything; `nil` for never.
  package let reviewAt: Timestamp?

  package init(reader: UserID, messageRev: Int64, mark: PriorityMark, reviewAt: Timestamp? = nil) {
    self.reader = reader
    self.messageRev = messageRev
    self.mark = mark
    self.reviewAt = reviewAt
  }
}

/// When all that is urgent for somebody is to be found out anew.
package struct ReviewPlan: Hashable, Sendable {
  /// `nil` for not before something happens.
  package var at: Timestamp?
  /// Rises with each change, so that a review which others have overtaken does not end the next.
  package var version: Int64

  package init(at: Timestamp? = nil, version: Int64 = 0) {
    self.at = at
    self.version = version
  }

  /// Also to be reviewed at `time`, if not before.
  package func with(_ time: Timestamp) -> ReviewPlan {
    ReviewPlan(at: at.map { min($0, time) } ?? time, version: version + 1)
  }
}

/// A reader whose review is due.
package struct DueReview: Hashable, Sendable {
  package let reader: UserID
  /// Of the plan as it was read.
  package let version: Int64

  package init(reader: UserID, version: Int64) {
    self.reader = reader
    self.version = version
  }
}

package enum PriorityCommand: Sendable {
  /// A review has found this of its reader's messages, all that are marked among them. Where one
  /// has changed since it was judged, nothing is kept of it.
  case review(DueReview, [PriorityFinding])
}

/// A mark with its account.
package struct StoredMark: Hashable, Sendable {
  package let account: Int64
  package let user: UserID
  package let mark: PriorityMark

  package init(account: Int64, user: UserID, mark: PriorityMark) {
    self.account = account
    self.user = user
    self.mark = mark
  }
}

package enum MarkSelection: Sendable {
  case on(MessageID)
  case of(UserID)
  case within(ConversationID)
}
