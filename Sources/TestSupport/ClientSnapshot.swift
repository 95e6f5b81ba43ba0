import Domain
import GRDB

@testable import ClientStore

/// Everything of the server's that a device shows, in canonical order: two devices that are up to
/// date are equal over the window that both hold.
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
  /// Without those that are over.
  package var reminders: [Reminder]
  /// Of what was of no help.
  package var unhelpful: Set<String>
  /// By message, without tombstones.
  package var priorities: [PriorityMark]
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

extension ClientStore {
  /// Everything of the server's that the device shows.
  package func snapshot() throws -> ClientSnapshot {
    try read { db in
      let user = try AccountRecord.user(db)
      var snapshot = ClientSnapshot(
        user: user, privateCursor: nil, profile: try ProfileRecord.find(db), settings: try SettingsRecord.all(db),
        reminders: try ReminderRecord.living(db), unhelpful: try OpinionRecord.unhelpfulIDs(db),
        priorities: try PriorityRecord.living(at: clock.now, db), rooms: [:])
      for record in try FeedRecord.all(db) {
        guard let id = record.feed.conversation else {
          snapshot.privateCursor = record.cursor
          continue
        }
        snapshot.rooms[id] = try room(id, record, user: user, db)
      }
      return snapshot
    }
  }

  private func room(
    _ id: ConversationID, _ record: FeedRecord, user: UserID?, _ db: Database
  ) throws -> ClientSnapshot.Room {
    let members = try MemberRecord.all(of: id, db)
    let messages = try MessageRecord.newest(.max, of: id, from: record.windowStart, db)
    var unread = 0
    if let user, let me = members.first(where: { $0.user == user }) {
      let isCounted = max(me.readSeq, me.joinSeq) < record.windowStart - 1
      unread = Unread.count(
        of: user, readSeq: me.readSeq, joinSeq: me.joinSeq, messages: messages,
        before: isCounted ? record.unreadBefore : 0)
    }
    return ClientSnapshot.Room(
      cursor: record.cursor, windowStart: record.windowStart, conversation: try ConversationRecord.find(id, db),
      members: members, messages: messages, insights: try InsightRecord.all(of: id, db), unread: unread)
  }
}
