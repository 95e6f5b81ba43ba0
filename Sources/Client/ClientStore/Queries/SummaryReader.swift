import Domain
import GRDB

/// Reads the conversation list and the badge from the digests, with the outbox laid over them.
struct SummaryReader {
  let db: Database
  let user: UserID?

  /// Pinned first, then newest first.
  func summaries(now: Timestamp) throws -> [ConversationSummary] {
    let local = Dictionary(grouping: try OutboxRecord.all(db), by: \.conversation).mapValues { LocalChanges($0) }
    let name = try ProfileRecord.find(db)?.name
    let waiting = try LocalRequests(db)
    let urgent = try user.map { try PriorityRecord.unread(of: $0, at: now, db) } ?? [:]
    return try ListEntry.all(db)
      .map { entry in
        let id = entry.conversation.id
        return summary(
          entry, local: local[id], waiting: waiting, myName: name, urgent: urgent[id] ?? 0)
      }
      .sorted(by: isBefore)
  }

  func badge(now: Timestamp) throws -> Int {
    let waiting = try LocalRequests(db)
    return Unread.badge(try ListEntry.all(db).map { ($0.unread, waiting.changed($0.settings)) }, now: now)
  }

  private func isBefore(_ left: ConversationSummary, _ right: ConversationSummary) -> Bool {
    if left.settings.pinned != right.settings.pinned { return left.settings.pinned }
    return left.lastAt == right.lastAt ? left.id < right.id : left.lastAt > right.lastAt
  }

  private func summary(
    _ digest: ListEntry, local: LocalChanges?, waiting: LocalRequests, myName: String?, urgent: Int
  ) -> ConversationSummary {
    let pending = local?.pending.last
    let last = digest.last
    let change = last.flatMap { local?[$0.id] }
    let isDeleted = pending == nil && (last?.isDeleted == true || change?.isDeleted == true)
    let text = pending?.text ?? change?.text ?? last?.text
    let files = pending.map { AttachmentBrief($0.attachments) } ?? last?.files
    return ConversationSummary(
      id: digest.conversation.id, kind: digest.conversation.kind, title: digest.title, photo: digest.photo,
      other: digest.other, memberCount: digest.memberCount,
      lastText: isDeleted ? "" : text.map { String($0.prefix(ListEntry.previewLength)) },
      lastSender: pending == nil ? last?.sender : user,
      lastSenderName: pending == nil ? last?.senderName : myName ?? "",
      lastIsDeleted: isDeleted, lastAt: pending?.createdAt ?? digest.lastAt,
      lastStatus: pending?.status ?? last?.status, unread: digest.unread, hasFailed: local?.hasFailed ?? false,
      settings: waiting.changed(digest.settings),
      isIntelligenceOn: waiting.switches[digest.conversation.id] ?? digest.conversation.isIntelligenceOn,
      lastFiles: isDeleted ? nil : files, urgent: urgent)
  }
}
