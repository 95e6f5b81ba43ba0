/// A finger that drags a message aside to answer it.
public struct ReplySwipe: Hashable, Sendable {
  /// Points after which letting go answers the message.
  public static let distance = 56.0

  /// Points by which the message follows the finger, towards the end of its line.
  public let offset: Double

  /// At rest.
  public init() {
    offset = 0
  }

  /// `across` and `down` are points from where the finger came down: towards the end of the line,
  /// and downwards.
  public init(across: Double, down: Double) {
    // A finger that goes about as far down or up is scrolling.
    offset = across > 2 * abs(down) ? min(max(across, 0), Self.distance * 1.25) : 0
  }

  public var isFarEnough: Bool { offset >= Self.distance }
  /// From 0 to 1.
  public var progress: Double { min(offset / Self.distance, 1) }
}
