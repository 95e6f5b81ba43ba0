import Domain

/// A reader's correction.
package struct PriorityRequest: Codable, Hashable, Sendable {
  package var priority: Priority

  package init(priority: Priority) {
    self.priority = priority
  }
}
