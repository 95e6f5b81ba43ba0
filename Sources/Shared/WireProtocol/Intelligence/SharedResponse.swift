import Domain

/// The message that shares an output.
package struct SharedResponse: Codable, Hashable, Sendable {
  package var message: MessageID

  package init(message: MessageID) {
    self.message = message
  }
}
