import Domain

/// What unread means, counted message by message: the stores' statements are held against it.
extension Unread {
  /// Messages after both watermarks, of others, not deleted; `before` counts those older than
  /// `messages` hold.
  package static func count(
    of user: UserID, readSeq: Int64, joinSeq: Int64, messages: some Sequence<Message>, before: Int = 0
  ) -> Int {
    let start = max(readSeq, joinSeq)
    var count = before
    for message in messages where message.seq > start && message.sender != user && !message.isDeleted {
      count += 1
    }
    return count
  }
}
