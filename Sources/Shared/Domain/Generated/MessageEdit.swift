// Made from wire/messages.json: change that and run `make wire`.

/// A former text of a message: what stood there until the edit `id` replaced it at `at`.
public struct MessageEdit: Hashable, Sendable, Identifiable, Codable {
  public let id: EditID
  public let text: String
  public let at: Timestamp

  public init(id: EditID, text: String, at: Timestamp) {
    self.id = id
    self.text = text
    self.at = at
  }
}
