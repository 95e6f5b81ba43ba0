/// Whether the device has a network at all.
protocol NetworkMonitoring: Sendable {
  /// The state now and after each change; the connection is tried at once when it comes back.
  func changes() -> AsyncStream<Bool>
}
