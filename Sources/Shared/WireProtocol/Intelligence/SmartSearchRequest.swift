import Domain

/// A search by words and meaning, with the filters of the keyword search.
package struct SmartSearchRequest: Codable, Hashable, Sendable {
  package var query: String
  package var limit: Int?

  package init(query: String, limit: Int? = nil) {
    self.query = query
    self.limit = limit
  }
}
