// Made from wire/intelligence.json: change that and run `make wire`.

/// Something that the assistant keeps about its user; they can see and erase each one.
public struct MemoryEntry: Hashable, Sendable, Identifiable, Codable {
  public let id: MemoryEntryID
  public let text: String
  public let createdAt: Timestamp

  public init(id: MemoryEntryID, text: String, createdAt: Timestamp) {
    self.id = id
    self.text = text
    self.createdAt = createdAt
  }
}
