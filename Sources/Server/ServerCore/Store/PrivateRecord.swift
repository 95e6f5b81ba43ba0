import Domain

/// Something that the AI keeps for one user, and only for them.
///
/// Erased with its account. Erased when a message of its `sources` is edited or deleted, and when
/// the user loses a conversation that it names: an output never outlives its sources.
package struct PrivateRecord: Sendable {
  package enum Collection: String, Sendable, CaseIterable {
    /// Body: `AIOutput`.
    case outputs
    /// Id `preferencesID`; body: `AIPreferences`.
    case preferences
    /// Id `priority`; body: the personal model's bytes.
    case models
    /// Id: the message; body: the corrected `Priority`'s raw value.
    case corrections
    /// Id: the message; body: the `PriorityVerdict` of a model that has read it.
    case verdicts
    /// Body: `AssistantMessage`.
    case assistant
    /// Body: `MemoryEntry`.
    case memory
    /// Body: `LedgerEntry`.
    case ledger
    /// Id: an hour of UTC, a model's name and what for; body: `LedgerEntry` of the user's own texts
    /// that were sent in that hour without a request of theirs.
    case indexing
    /// Id: the cache key; body: `AIOutput`.
    case cache
    /// Id: a conversation; body: inconvenient minutes that each participant has borne.
    case fairness

    /// Whether it bears on what is urgent for its user.
    package var isOfPriority: Bool {
      switch self {
      case .preferences, .models, .corrections, .verdicts: true
      case .outputs, .assistant, .memory, .ledger, .indexing, .cache, .fairness: false
      }
    }
  }

  package let user: UserID
  package let collection: Collection
  /// Unique within the user's collection; at most 200 bytes.
  package let id: String
  package let body: [UInt8]
  /// Conversations whose content is in it.
  package let conversations: [ConversationID]
  /// Messages whose content is in it.
  package let sources: [MessageID]
  package let createdAt: Timestamp
  package let expiresAt: Timestamp?

  package init(
    user: UserID, collection: Collection, id: String, body: [UInt8], conversations: [ConversationID] = [],
    sources: [MessageID] = [], createdAt: Timestamp, expiresAt: Timestamp? = nil
  ) {
    self.user = user
    self.collection = collection
    self.id = id
    self.body = body
    self.conversations = conversations
    self.sources = sources
    self.createdAt = createdAt
    self.expiresAt = expiresAt
  }
}
