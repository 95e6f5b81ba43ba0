// Made from wire/intelligence.json: change that and run `make wire`.

/// What an output cost and where its text went: shown to the user with every output.
public struct AIReceipt: Hashable, Sendable, Codable {
  /// Such as `on-box 1`, or the model's name.
  public var model: String
  /// `this server`, or the host that the text was sent to.
  public var place: String
  /// Messages whose text was read.
  public var messagesRead: Int
  /// Messages whose text left this server; 0 on the box.
  public var messagesSent: Int
  public var inputTokens: Int
  public var outputTokens: Int
  public var milliseconds: Int
  /// Answered from an earlier output: nothing was computed or sent.
  public var isCached: Bool
  /// Said when something went otherwise than asked, such as a provider that did not answer.
  public var notice: String?
  /// Of the server that made it.
  public var version: String?

  public init(
    model: String, place: String, messagesRead: Int = 0, messagesSent: Int = 0, inputTokens: Int = 0,
    outputTokens: Int = 0, milliseconds: Int = 0, isCached: Bool = false, notice: String? = nil, version: String? = nil
  ) {
    self.model = model
    self.place = place
    self.messagesRead = messagesRead
    self.messagesSent = messagesSent
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.milliseconds = milliseconds
    self.isCached = isCached
    self.notice = notice
    self.version = version
  }
}
