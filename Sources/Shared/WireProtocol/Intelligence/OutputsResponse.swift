import Domain

/// The asker's outputs, newest first.
package struct OutputsResponse: Codable, Hashable, Sendable {
  package var outputs: [AIOutput]

  package init(outputs: [AIOutput]) {
    self.outputs = outputs
  }
}
