/// A provider's key. Shows itself nowhere: not when described, dumped, or put into an error.
package struct SecretKey: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The key itself: for the request's header only.
  let value: String

  package init(_ value: String) {
    self.value = value
  }

  package var description: String { "(hidden key)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
