/// Badges: the one place that derives them.
public enum Unread {
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
