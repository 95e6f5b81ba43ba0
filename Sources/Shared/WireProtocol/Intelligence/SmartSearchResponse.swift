import Domain

/// What was found, best first.
package struct SmartSearchResponse: Codable, Hashable, Sendable {
  package var hits: [SmartSearchHit]
  /// Said when the search went otherwise than the server's owner has chosen.
  package var notice: String?

  package init(hits: [SmartSearchHit], notice: String? = nil) {
    self.hits = hits
    self.notice = notice
  }
}
