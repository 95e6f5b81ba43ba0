/// Uploads that go on without the app.
protocol BackgroundTransfers: Sendable {
  /// The app has left the screen.
  func appLeft() async
  /// The app is on screen.
  func appReturned()
}

/// Catching up while the app is not on screen.
@MainActor
protocol BackgroundRefreshing: AnyObject, Sendable {
  /// Says what a refresh does. Called once, before the app has finished launching.
  func register(_ refresh: @escaping @Sendable () async -> Void)
  /// Asks the system for the next refresh, as the app leaves the screen.
  func schedule()
  /// Keeps the app awake for what it has begun, as long as the system allows; then `work` is
  /// cancelled.
  func finish(_ work: @escaping @Sendable () async -> Void)
}
