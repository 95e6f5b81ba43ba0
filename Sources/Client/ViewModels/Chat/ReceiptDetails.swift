import Domain

/// How far one message of mine has come, person by person; each is in exactly one list.
public struct ReceiptDetails: Hashable, Sendable {
  public let read: [Member]
  /// Received, not yet read.
  public let delivered: [Member]
  public let waiting: [Member]

  /// `nil` while the message is pending: there is nobody to ask yet.
  init?(item: TimelineItem, members: [Member]) {
    guard let seq = item.seq else { return nil }
    let counting = members.filter { $0.isPresent && $0.user != item.sender && $0.joinSeq < seq }
    read = counting.filter { item.readBy.contains($0.user) }
    delivered = counting.filter { item.deliveredTo.contains($0.user) && !item.readBy.contains($0.user) }
    waiting = counting.filter { !item.deliveredTo.contains($0.user) && !item.readBy.contains($0.user) }
  }
}
