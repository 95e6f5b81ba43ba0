import Domain

/// A change by or for the intelligence, committed through the store's one queue like every other.
package enum IntelligenceCommand: Sendable {
  // Pipeline
  /// What came of working on some messages. Each applies only if the message, and the others that its insights rest on, still have the revisions
  /// that were worked on (else it stays due), makes due what is to be looked at again in its light,
  /// and takes it off the list of what is due in the same transaction. Insights of one message replace those found in it before:
  /// equal kind and place keep their id, what a member edited stays as they left it, what is no longer found is withdrawn.
  case record([MessageWork])
  /// Work on these messages begins. Counted until it is recorded or postponed or the message changes, so that a message that stops the server is known
  /// by its starts after a restart.
  case start([MessageID])
  /// Working on the message failed: it is due again at `retryAt`, or dead (kept, listed, never retried by itself) when that is `nil`.
  case postpone(MessageID, conversation: ConversationID, reason: String, retryAt: Timestamp?)
  /// Keeps vectors of a model elsewhere, each only if its message still has the revision that was embedded. They replace those of other models.
  case keepVectors(model: String, [RemoteVector])
  /// Makes every dead message due again.
  case reviveDead

  // Insights
  /// A member marks one. Its citations must be readable messages of the conversation: else `invalid`. The same id again answers the existing one.
  case putInsight(asker: UserID, conversation: ConversationID, Insight)
  /// `notFound` for unknown and withdrawn ones. An owner must be a present member: else `invalid`.
  case changeInsight(asker: UserID, conversation: ConversationID, id: InsightID, InsightChange)
  /// Off: nothing of the conversation is due any more, and its embeddings, signals and found insights are erased. On: all its messages are due.
  case setIntelligence(asker: UserID, conversation: ConversationID, isOn: Bool)

  // Private records
  /// Keeps or replaces `record` of its user.
  case putRecord(PrivateRecord)
  case eraseRecord(user: UserID, collection: PrivateRecord.Collection, id: String)
  case eraseRecords(user: UserID, collection: PrivateRecord.Collection)
  /// Erases what has expired by the command's time, of all users.
  case eraseExpired
}
