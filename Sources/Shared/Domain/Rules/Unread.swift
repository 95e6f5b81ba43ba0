/// Unread counts and badges: the one place that derives them.
public enum Unread {
  /// Messages after both watermarks, of others, not deleted; `before` counts those older than `messages` hold.
  public static func count(
    of user: UserID, readSeq: Int64, joinSeq: Int64, messages: some Sequence<Message>, before: Int = 0
  ) -> Int {
    let start = max(readSeq, joinSeq)
    var count = before
    for message in messages where message.seq > start && message.sender != user && !message.isDeleted {
      count += 1
    }
    return count
  }

  /// The sum over conversations that are neither muted at `now` nor archived.
  public static func badge(
    _ conversations: some Sequence<(unread: Int, settings: ConversationSettings?)>, now: Timestamp
  ) -> Int {
    conversations.reduce(0) { sum, item in
      if let settings = item.settings, settings.archived || settings.isMuted(at: now) { return sum }
      return sum + item.unread
    }
  }
}
