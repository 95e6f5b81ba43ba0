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

  public init(
    isOn: Bool, hasEmbeddings: Bool, model: String?, place: String, requestsToday: Int, requestsADay: Int,
    waitingMessages: Int
  ) {
    self.isOn = isOn
    self.hasEmbeddings = hasEmbeddings
    self.model = model
    self.place = place
    self.requestsToday = requestsToday
    self.requestsADay = requestsADay
    self.waitingMessages = waitingMessages
  }
}
