// Made from wire/intelligence.json: change that and run `make wire`.

/// One call of a model for a user: what it cost and what text went where.
public struct LedgerEntry: Hashable, Sendable, Codable {
  public let at: Timestamp
  /// Operation, such as `summarizeThread`.
  public let feature: String
  public let model: String
  /// `this server` or a host.
  public let place: String
  public let conversations: [ConversationID]
  /// Messages whose text was sent.
  public let messagesSent: Int
  public let inputTokens: Int
  public let outputTokens: Int
  /// In millionths of a US dollar; absent when nobody has told the server the model's price.
  public let cost: Int?
  public let isCached: Bool

  public init(
    at: Timestamp, feature: String, model: String, place: String, conversations: [ConversationID], messagesSent: Int,
    inputTokens: Int, outputTokens: Int, cost: Int?, isCached: Bool
  ) {
    self.at = at
    self.feature = feature
    self.model = model
    self.place = place
    self.conversations = conversations
    self.messagesSent = messagesSent
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.cost = cost
    self.isCached = isCached
  }
}
