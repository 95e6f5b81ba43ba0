import Domain
import ServerCore

/// A range of a conversation as the store is asked for it.
struct RangeBounds: Sendable {
  private static let maximumDays = 31

  let from: Int64
  let to: Int64
  let since: Timestamp?
  let limit: Int

  /// Never more than `maximum` messages, nor days beyond what a range may span.
  init(_ range: SummaryRange, in outline: ConversationOutline, now: Timestamp, limit maximum: Int) {
    var from: Int64 = 1
    var to = outline.lastSeq
    var since: Timestamp?
    var limit = maximum
    switch range {
    case .unread: from = max(outline.mine.readSeq, outline.mine.joinSeq) + 1
    case .last(let count): limit = min(max(1, count), maximum)
    case .days(let days): since = now.adding(seconds: -Int64(min(max(1, days), Self.maximumDays)) * 86_400)
    case .range(let first, let last):
      from = max(1, first)
      to = min(last, outline.lastSeq)
    }
    self.from = from
    self.to = to
    self.since = since
    self.limit = limit
  }
}
