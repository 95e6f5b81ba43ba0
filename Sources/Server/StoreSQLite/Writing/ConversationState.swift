import Domain

/// What the writer knows of a conversation, so that posting needs no SELECT. Confined to the writer.
final class ConversationState {
  struct Entry {
    let key: Int64
    var joinedAt: Timestamp
    var row: Member
  }

  let key: Int64
  /// `rev` is the revision of this row, not of the feed.
  var row: Conversation
  /// Of the feed; written to the file once a commit.
  private(set) var rev: Int64
  private(set) var lastSeq: Int64
  private(set) var entries: [Entry]
  /// The present members.
  private(set) var audience: [UserID]
  /// Whether the cache will write it at the end of the transaction.
  var isDirty = false
  var isIntelligenceOn: Bool { row.isIntelligenceOn }
  var lastUse: UInt64 = 0
  private var indexes: [UserID: Int]

  var id: ConversationID { row.id }
  var kind: Conversation.Kind { row.kind }

  init(key: Int64, row: Conversation, rev: Int64, lastSeq: Int64, entries: [Entry]) {
    self.key = key
    self.row = row
    self.rev = rev
    self.lastSeq = lastSeq
    self.entries = entries
    audience = entries.filter(\.row.isPresent).map(\.row.user)
    indexes = [:]
    for (index, entry) in entries.enumerated() { indexes[entry.row.user] = index }
  }

  /// The entry of a present or former member.
  func entry(of user: UserID) -> Entry? {
    indexes[user].map { entries[$0] }
  }

  func presentEntry(of user: UserID) -> Entry? {
    entry(of: user).flatMap { $0.row.isPresent ? $0 : nil }
  }

  func standing(of user: UserID, isAuthor: Bool = false) -> Standing {
    Standing(kind: kind, role: presentEntry(of: user)?.row.role, isAuthor: isAuthor)
  }

  /// Raises the feed's revision by one and answers the former and the new one. The cache must know: see `ConversationCache.markDirty`.
  func advance() -> (from: Int64, to: Int64) {
    rev += 1
    return (rev - 1, rev)
  }

  /// Takes the next place in the conversation.
  func takeSeq() -> Int64 {
    lastSeq += 1
    return lastSeq
  }

  func put(_ entry: Entry) {
    let wasPresent = presentEntry(of: entry.row.user) != nil
    if let index = indexes[entry.row.user] {
      entries[index] = entry
    } else {
      indexes[entry.row.user] = entries.count
      entries.append(entry)
    }
    if wasPresent != entry.row.isPresent {
      audience = entries.filter(\.row.isPresent).map(\.row.user)
    }
  }

  func position(of seq: Int64) -> Int64 { MessageRows.position(conversation: key, seq: seq) }
}
