import Domain

/// What the AI reads of the database. Like `ServerStore`: synchronous, on any thread, committed
/// data only, filtered by the asker inside the query; `notFound` for what the asker may not see.
/// Writes are `WriteCommand.Body.intelligence`.
package protocol IntelligenceStore: Sendable {
  // Pipeline: works for nobody in particular and shows nothing to anybody.
  /// At most `limit` of what is due at `now`: those that were changed since they were worked on,
  /// then the newest of all others, so that a long backlog keeps nobody waiting who writes now. In
  /// the order of commit. Leaves out conversations where the AI is off. A message becomes due in
  /// the transaction that commits it or changes it.
  func dueMessages(at now: Timestamp, limit: Int) throws -> [DueMessage]
  func pipelineProgress() throws -> PipelineProgress
  func deadMessages(limit: Int) throws -> [DeadMessage]
  /// The messages before `seq`, oldest first, without tombstones: what a message answers to.
  func messages(of conversation: ConversationID, before seq: Int64, limit: Int) throws -> [Message]
  func presentMembers(of conversation: ConversationID) throws -> [Member]
  /// What was found in a message (not marked by hand, not withdrawn) and has it as its main source,
  /// oldest first.
  func previousInsights(of message: MessageID, in conversation: ConversationID) throws -> [PreviousInsight]
  /// The action items of a conversation that were found, are open, and whose status no member set:
  /// the newest `limit` of them, the newest first.
  func openTasks(of conversation: ConversationID, limit: Int) throws -> [Insight]
  /// The first `limit` vectors of one maker with `seq` above `after` and at most `last`, of
  /// messages that are not deleted.
  func vectors(
    of conversation: ConversationID, _ maker: VectorMaker, after seq: Int64, through last: Int64, limit: Int
  ) throws -> VectorBlock
  /// Messages that have no vector of this model (and of `width` bytes, unless that is 0), newest
  /// first, without tombstones and without those of conversations that are left out or have the AI
  /// off.
  func messagesWithoutVector(
    of model: String, width: Int, leavingOut conversations: Set<ConversationID>, limit: Int
  ) throws -> [DueMessage]
  /// Conversations with new messages that a model has not read and that the pipeline is done with,
  /// where one may begin at `now`: those that are quiet, and those where many wait. Whose last turn
  /// was longest ago comes first. Leaves out those where the AI is off.
  func waitingPasses(_ rule: PassRule, at now: Timestamp, limit: Int) throws -> [WaitingPass]
  func passState(of conversation: ConversationID) throws -> PassState

  // For an asker
  /// Present conversations; `notFound` never.
  func outlines(for asker: UserID) throws -> [ConversationOutline]
  func outline(of conversation: ConversationID, for asker: UserID) throws -> ConversationOutline
  /// Messages of the conversation that are due now or later, counted up to `limit`.
  func dueCount(of conversation: ConversationID, for asker: UserID, limit: Int) throws -> Int
  /// Messages without tombstones with `from <= seq <= to`, and not before `since`; the newest
  /// `limit` of them, oldest first.
  func transcript(
    of conversation: ConversationID, for asker: UserID, from: Int64, to: Int64, since: Timestamp?, limit: Int
  ) throws -> [PlacedMessage]
  /// Those of `places` that the asker may read and that are not deleted, in any order.
  func messages(at places: [(conversation: ConversationID, seq: Int64)], for asker: UserID) throws -> [PlacedMessage]
  func messages(_ ids: [MessageID], for asker: UserID) throws -> [PlacedMessage]
  /// Best matches first by BM25: messages with any of the query's words (all of its phrases), that
  /// pass its filters. Without words and phrases: the newest that pass the filters.
  func keywordMatches(_ query: SearchQuery, for asker: UserID, limit: Int) throws -> [PlacedMessage]
  /// The asker's conversations that pass the query's `in:` filter.
  func conversations(matching query: SearchQuery, for asker: UserID) throws -> [ConversationID]
  /// Newest first, at most `limit`: messages by others that the asker can read, in conversations
  /// where the AI is on.
  func incoming(for asker: UserID, unreadOnly: Bool, since: Timestamp, limit: Int) throws -> [PlacedMessage]
  /// Newest first; those of the asker's present conversations only.
  func insights(_ filter: InsightFilter, for asker: UserID) throws -> [PlacedInsight]
  func insight(_ id: InsightID, in conversation: ConversationID, for asker: UserID) throws -> Insight

  /// Ids of the asker's opinions of what was of no help.
  func unhelpful(to asker: UserID) throws -> Set<String>

  // Priorities
  /// The reader's marks, no tombstones, newest message first.
  func marks(of reader: UserID) throws -> [PriorityMark]
  /// Readers whose review is due at `now`, longest first, without those who may not sign in.
  func dueReviews(at now: Timestamp, limit: Int) throws -> [DueReview]

  // Private records
  func record(_ collection: PrivateRecord.Collection, id: String, of user: UserID) throws -> PrivateRecord?
  /// Newest first; expired ones are left out.
  func records(_ collection: PrivateRecord.Collection, of user: UserID, at now: Timestamp, limit: Int) throws
    -> [PrivateRecord]
  /// When entries of the user's ledger that were not answered from the cache were made, at or after
  /// `since`, newest first: for the budget of requests.
  func requestTimes(of user: UserID, since: Timestamp, limit: Int) throws -> [Timestamp]
  /// Sum of input and output tokens in all users' ledgers at or after `since`: for the workspace's
  /// budget.
  func tokensUsed(since: Timestamp) throws -> Int
  /// The same for the user's own requests: for theirs.
  func tokensUsed(by user: UserID, since: Timestamp) throws -> Int
}
