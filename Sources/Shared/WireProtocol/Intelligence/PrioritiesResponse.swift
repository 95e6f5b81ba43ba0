import Domain

/// The priority inbox, most urgent first.
package struct PrioritiesResponse: Codable, Hashable, Sendable {
  package var verdicts: [PriorityVerdict]

  package init(verdicts: [PriorityVerdict]) {
    self.verdicts = verdicts
  }
}
