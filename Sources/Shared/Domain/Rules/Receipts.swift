/// Who has received and read a message, derived from the members' watermarks: the one place that
/// does so.
public struct Receipts: Hashable, Sendable {
  public let status: MessageStatus
  public let deliveredTo: [UserID]
  public let readBy: [UserID]

  /// `members` are the conversation's; those who left, the sender, and those who joined at or after
  /// `seq` do not count. `delivered` and `read` are reached when every counting member has; with
  /// nobody to count the message is `sent`.
  public init(seq: Int64, sender: UserID, members: some Sequence<Member>) {
    var counting = 0
    var delivered: [UserID] = []
    var read: [UserID] = []
    for member in members where member.isPresent && member.user != sender && member.joinSeq < seq {
      counting += 1
      if max(member.deliveredSeq, member.readSeq) >= seq { delivered.append(member.user) }
      if member.readSeq >= seq { read.append(member.user) }
    }
    deliveredTo = delivered
    readBy = read
    status = Self.status(counting: counting, delivered: delivered.count, read: read.count)
  }

  private static func status(counting: Int, delivered: Int, read: Int) -> MessageStatus {
    if counting == 0 { return .sent }
    if read == counting { return .read }
    return delivered == counting ? .delivered : .sent
  }
}
