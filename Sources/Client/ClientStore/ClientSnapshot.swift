import Domain

/// Everything of the server's that a device shows, in canonical order: two devices that are up to date are equal over the
/// window that both hold.
package struct ClientSnapshot: Hashable, Sendable {
  package struct Room: Hashable, Sendable {
    package var cursor: Int64
    package var windowStart: Int64
    package var conversation: Conversation?
    /// By user.
    package var members: [Member]
    /// By seq, from `windowStart`.
    package var messages: [Message]
    /// By id, without withdrawn ones.
    package var insights: [Insight]
    /// By the server's read watermark, local ones left aside.
    package var unread: Int
  }

  package var user: UserID?
  package var privateCursor: Int64?
  package var profile: Profile?
  /// By conversation.
  package var settings: [ConversationSettings]
  package var rooms: [ConversationID: Room]

  /// The same with each conversation cut to the messages that `other` holds too.
  package func cut(to other: ClientSnapshot) -> ClientSnapshot {
    var copy = self
    for (id, room) in rooms {
      guard let start = other.rooms[id]?.windowStart, start > room.windowStart else { continue }
      copy.rooms[id]?.windowStart = start
      copy.rooms[id]?.messages = room.messages.filter { $0.seq >= start }
    }
    return copy
  }
}
