/// Names an open socket within one server process.
package struct SocketID: Hashable, Sendable {
  package let value: UInt64

  package init(_ value: UInt64) {
    self.value = value
  }
}
