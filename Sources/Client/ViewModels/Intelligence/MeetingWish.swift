import Domain

/// A wish to meet for which a time may be looked for.
public struct MeetingWish: Hashable, Sendable, Identifiable {
  private static let lead = "Meeting: "
  /// Seconds for which somebody may still look for one.
  private static let fresh: Int64 = 7 * 86_400

  public let id: InsightID
  /// The message that opens it.
  public let message: MessageID
  /// Empty where nothing is said of it.
  public let topic: String
  let createdAt: Timestamp

  /// `nil` for what is no open wish, or does not concern me: it concerns whoever it names, else
  /// everybody.
  package init?(_ insight: Insight, me: UserID) {
    guard insight.kind == .scheduling, insight.status == .open, let message = insight.citations.first,
      insight.participants.count < 2 || insight.participants.contains(me)
    else { return nil }
    id = insight.id
    self.message = message
    createdAt = insight.createdAt
    let text = insight.text
    topic = text.hasPrefix(Self.lead) ? String(text.dropFirst(Self.lead.count)) : Self.lead.hasPrefix(text) ? "" : text
  }

  func isFresh(at now: Timestamp) -> Bool { now < createdAt.adding(seconds: Self.fresh) }
}
