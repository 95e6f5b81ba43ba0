import Domain
import GRDB

/// Reads one conversation as a chat screen shows it: the server's rows with the outbox laid over
/// them.
struct TimelineReader {
  let db: Database
  let user: UserID?
  let now: Timestamp

  func timeline(_ id: ConversationID, limit: Int) throws -> Timeline? {
    let id = try FormerConversation.resolve(id, db)
    guard let conversation = try ConversationRecord.find(id, db) else { return nil }
    let record = try FeedRecord.find(.conversation(id), db) ?? FeedRecord(feed: .conversation(id))
    let members = try MemberRecord.all(of: id, db).sorted { left, right in
      left.isPresent == right.isPresent ? left.user < right.user : left.isPresent
    }
    let messages = try MessageRecord.newest(limit, of: id, from: record.windowStart, db)
    let local = LocalChanges(try OutboxRecord.all(of: id, db))
    let names = Dictionary(members.map { ($0.user, $0.name) }, uniquingKeysWith: { first, _ in first })
    let reasons = try PriorityRecord.living(in: id, at: now, db).reduce(into: [MessageID: String]()) {
      $0[$1.message] = $1.reason
    }
    let committed = messages.map {
      item(for: $0, members: members, names: names, change: local[$0.id], urgentReason: reasons[$0.id])
    }
    let start = try unreadStart(id, members: members)
    return Timeline(
      conversation: conversation, members: members,
      items: committed + local.pending.map { item(for: $0, names: names) },
      hasOlder: (messages.first?.seq ?? record.windowStart) > 1,
      unread: try user.map { try ListEntry.count(of: $0, in: record, members: members, db) } ?? 0,
      firstUnread: start.flatMap { start in
        messages.first { $0.seq > start && $0.sender != user && !$0.isDeleted }?.id
      },
      settings: try LocalRequests(db).changed(
        try SettingsRecord.find(id, db) ?? ConversationSettings(conversation: id)))
  }

  private func unreadStart(_ id: ConversationID, members: [Member]) throws -> Int64? {
    guard let me = members.first(where: { $0.user == user }) else { return nil }
    let readSeq = try LocalWatermarkRecord.find(id, db)?.effectiveReadSeq(over: me.readSeq) ?? me.readSeq
    return max(readSeq, me.joinSeq)
  }

  private func item(
    for message: Message, members: [Member], names: [UserID: String], change: LocalChanges.Change?,
    urgentReason: String?
  ) -> TimelineItem {
    let isMine = message.sender == user
    let receipts = isMine ? Receipts(seq: message.seq, sender: message.sender, members: members) : nil
    let isDeleted = message.isDeleted || change?.isDeleted == true
    return TimelineItem(
      id: message.id, seq: message.seq, sender: message.sender, senderName: names[message.sender] ?? "",
      isMine: isMine, text: isDeleted ? "" : change?.text ?? message.text, createdAt: message.createdAt,
      replyTo: message.replyTo, editCount: message.editCount, edits: isDeleted ? [] : message.edits,
      isDeleted: isDeleted, status: receipts?.status ?? .sent, deliveredTo: receipts?.deliveredTo ?? [],
      readBy: receipts?.readBy ?? [], failure: change?.failure, hasPendingChange: change?.isWaiting ?? false,
      attachments: isDeleted ? [] : message.attachments, urgentReason: isDeleted ? nil : urgentReason)
  }

  private func item(for pending: PendingMessage, names: [UserID: String]) -> TimelineItem {
    let sender = user ?? UserID(high: 0, low: 0)
    return TimelineItem(
      id: pending.id, seq: nil, sender: sender, senderName: names[sender] ?? "", isMine: true, text: pending.text,
      createdAt: pending.createdAt, replyTo: pending.replyTo, status: pending.status, failure: pending.failure,
      attachments: pending.attachments)
  }
}
