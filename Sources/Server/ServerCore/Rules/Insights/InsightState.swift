import Domain

/// A message as far as insights and private records depend on it.
package struct SourceState: Sendable {
  package let rev: Int64
  package let isDeleted: Bool
  package let editedAt: Timestamp?

  package init(rev: Int64, isDeleted: Bool, editedAt: Timestamp? = nil) {
    self.rev = rev
    self.isDeleted = isDeleted
    self.editedAt = editedAt
  }
}

/// What insights change to, and which messages the pipeline has to work on again.
package struct InsightRevision: Sendable {
  /// To be saved, each under the conversation's next revision.
  package var rows: [Insight] = []
  package var due: [MessageID] = []

  package init(rows: [Insight] = [], due: [MessageID] = []) {
    self.rows = rows
    self.due = due
  }
}

/// What is known of a message that the pipeline has worked on.
package struct WorkState: Sendable {
  /// The messages of the conversation that the work names; those that it does not have are left
  /// out.
  package var sources: [MessageID: SourceState]
  /// What was found in the message before and stands, oldest first.
  package var previousInsights: [Insight]
  /// What members have marked by hand in the message: of these kinds nothing is found in it too.
  package var markedKinds: Set<Insight.Kind>
  /// Ids of the work's insights that are in use already.
  package var idsInUse: Set<InsightID>

  package init(
    sources: [MessageID: SourceState], previousInsights: [Insight], markedKinds: Set<Insight.Kind> = [],
    idsInUse: Set<InsightID>
  ) {
    self.sources = sources
    self.previousInsights = previousInsights
    self.markedKinds = markedKinds
    self.idsInUse = idsInUse
  }
}

package enum WorkRuling: Sendable {
  /// The message is not as it was read: nothing is kept, and it is due as it was.
  case outdated
  /// Something else that the work rests on has changed: nothing is kept, and the message is due
  /// again.
  case again
  /// The message is deleted: it is worked off, and that is all.
  case finished
  /// It is worked off; its vector and signals are kept too.
  case kept(InsightRevision)
}
