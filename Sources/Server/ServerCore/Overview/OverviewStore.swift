import Domain

/// What admins see of the workspace as a whole. Like `ServerStore`: synchronous, on any thread,
/// committed data only. Nothing here has a word of what people write.
package protocol OverviewStore: Sendable {
  /// Groups, oldest first, after `conversation` where it is given; at most `limit`.
  func conversationOverviews(after conversation: ConversationID?, limit: Int) throws -> [ConversationOverview]
  func totals() throws -> WorkspaceTotals
  /// What all ledgers say of requests made at or after `since`, the most requests first. What was
  /// indexed by a model elsewhere counts one request a message.
  func modelUses(since: Timestamp) throws -> [AIUse]
  /// Of outputs that are kept and were made at or after `since`, and of opinions since then, by
  /// kind, model and version.
  func ratings(since: Timestamp) throws -> [AIRating]
}
