import Domain
import GRDB

extension ClientStore {
  /// Sets how far the user has read, at once and for good: kept until the server's row has caught
  /// up. `seq` is the new watermark; it only raises unless `markUnread`. Capped at the newest
  /// message held; does nothing in an unknown conversation.
  package func setLocalRead(_ conversation: ConversationID, seq: Int64, markUnread: Bool) throws {
    try writeDurably { db in
      let conversation = try FormerConversation.resolve(conversation, db)
      guard let user = try AccountRecord.user(db), let me = try MemberRecord.find(user, in: conversation, db) else {
        return
      }
      let local = try LocalWatermarkRecord.find(conversation, db)
      let current = local?.effectiveReadSeq(over: me.readSeq) ?? me.readSeq
      let target = min(max(seq, 0), max(try MessageRecord.lastSeq(of: conversation, db), me.readSeq))
      guard markUnread ? target != current : target > current else { return }
      // After an unanswered "mark unread" a raise within the former range has to be set exactly.
      let isExact = target < max(me.readSeq, local?.baseline ?? 0) || (local?.marksUnread ?? false)
      try LocalWatermarkRecord(
        conversation: conversation, readSeq: target, marksUnread: markUnread || isExact,
        floor: min(target, me.readSeq, local?.floor ?? target), baseline: max(current, me.readSeq, local?.baseline ?? 0)
      ).save(db)
      try ListEntry.refresh(conversation, user: user, db)
    }
  }

  /// What the server's rows are behind of, for the client to repeat.
  package func unsentWatermarks() throws -> [LocalWatermark] {
    try read { db in
      guard let user = try AccountRecord.user(db) else { return [] }
      return try db.map(
        """
        SELECT m.conversation, w.readSeq, w.marksUnread,
          CASE WHEN d.lastForeignSeq > max(m.deliveredSeq, m.readSeq, m.joinSeq) THEN d.lastForeignSeq END
        FROM member m JOIN digest d ON d.conversation = m.conversation
          LEFT JOIN watermark w ON w.conversation = m.conversation
        WHERE m.user = ? AND m.leftAt IS NULL
          AND (w.readSeq IS NOT NULL OR d.lastForeignSeq > max(m.deliveredSeq, m.readSeq, m.joinSeq))
        ORDER BY m.conversation
        """, [user.blob]
      ) { row in
        LocalWatermark(
          conversation: try row.identifier(0), readSeq: row[1], deliveredSeq: row[3],
          markUnread: (row[2] as Bool?) ?? false)
      }
    }
  }
}
