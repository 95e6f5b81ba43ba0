import Domain

/// What was found, best first.
package struct SmartSearchResponse: Codable, Hashable, Sendable {
  package var hits: [SmartSearchHit]

  package init(hits: [SmartSearchHit]) {
    self.hits = hits
  }
}
