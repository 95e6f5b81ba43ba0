import Domain

package enum PipelineCommand: Sendable {
  /// What came of working on some messages. Each applies only if the message, and the others that
  /// its insights rest on, still have the revisions that were worked on (else it stays due), makes
  /// due what is to be looked at again in its light, and takes it off the list of what is due in
  /// the same transaction. Insights of one message replace those found in it before: equal kind and
  /// place keep their id, what a member edited stays as they left it, what is no longer found is
  /// withdrawn.
  case record([MessageWork])
  /// Work on these messages begins. Counted until it is recorded or postponed or the message
  /// changes, so that a message that stops the server is known by its starts after a restart.
  case start([MessageID])
  /// Working on the message failed: it is due again at `retryAt`, or dead (kept, listed, never
  /// retried by itself) when that is `nil`.
  case postpone(MessageID, conversation: ConversationID, reason: String, retryAt: Timestamp?)
  /// Keeps vectors of a model elsewhere, each only if its message still has the revision that was
  /// embedded. They replace those of other models.
  case keepVectors(model: String, [RemoteVector])
  /// Makes every dead message due again.
  case reviveDead
}
