import Domain

/// What the assistant keeps about the asker.
package struct MemoryResponse: Codable, Hashable, Sendable {
  package var entries: [MemoryEntry]

  package init(entries: [MemoryEntry]) {
    self.entries = entries
  }
}
