/// Tells that I have seen a chat up to some message.
public struct MarkRead: Sendable {
  private let repository: any MessageRepository

  public init(repository: any MessageRepository) {
    self.repository = repository
  }

  /// Does nothing when `me` has read that far already: a watermark is only sent when it rises.
  public func callAsFunction(_ timeline: Timeline, upTo seq: Int64, me: UserID) async throws {
    let own = timeline.members.first { $0.user == me }
    guard seq > max(own?.readSeq ?? 0, 0) else { return }
    try await repository.markRead(timeline.conversation.id, upTo: seq)
  }
}
