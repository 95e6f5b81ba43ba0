// Made from wire/intelligence.json: change that and run `make wire`.

/// What this server's intelligence can do for me now.
public struct AIStatus: Hashable, Sendable, Codable {
  /// Off for the whole server.
  public var isOn: Bool
  /// Whether meaning is searched too; `false` means keywords only.
  public var hasEmbeddings: Bool
  /// The model's name, when the owner has chosen one.
  public var model: String?
  /// Where its text goes; `this server` without one.
  public var place: String
  public var requestsToday: Int
  public var requestsADay: Int
  /// Messages not yet worked on.
  public var waitingMessages: Int
  /// The model elsewhere that embeds messages and queries too, when the owner has chosen one.
  public var embeddingModel: String?
  /// Why it does not work now, in words; searching then goes by this server's own.
  public var embeddingNotice: String?

  public init(
    isOn: Bool, hasEmbeddings: Bool, model: String? = nil, place: String, requestsToday: Int, requestsADay: Int,
    waitingMessages: Int, embeddingModel: String? = nil, embeddingNotice: String? = nil
  ) {
    self.isOn = isOn
    self.hasEmbeddings = hasEmbeddings
    self.model = model
    self.place = place
    self.requestsToday = requestsToday
    self.requestsADay = requestsADay
    self.waitingMessages = waitingMessages
    self.embeddingModel = embeddingModel
    self.embeddingNotice = embeddingNotice
  }
}
