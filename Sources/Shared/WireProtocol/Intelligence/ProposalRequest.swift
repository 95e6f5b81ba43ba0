import Domain

/// The asker's word on a proposed change.
package struct ProposalRequest: Codable, Hashable, Sendable {
  package var approve: Bool

  package init(approve: Bool) {
    self.approve = approve
  }
}
