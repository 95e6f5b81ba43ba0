import Foundation

/// The time of day, injected so that tests and the simulation own it. Never used to order messages.
public protocol WallClock: Sendable {
  var now: Timestamp { get }
}

/// The machine's clock.
public struct SystemClock: WallClock {
  public init() {}

  public var now: Timestamp { Timestamp(Date()) }
}
