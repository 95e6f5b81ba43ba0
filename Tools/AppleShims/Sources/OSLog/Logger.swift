import Foundation

/// Writes nowhere: hands each entry to who listens, as text in which everything private is
/// `<private>`.
public struct Logger: Sendable {
  let subsystem: String
  let category: String

  public init(subsystem: String, category: String) {
    self.subsystem = subsystem
    self.category = category
  }

  public func info(_ message: OSLogMessage) { ShimLog.take("\(category): \(message.text)") }
  public func notice(_ message: OSLogMessage) { ShimLog.take("\(category): \(message.text)") }
  public func error(_ message: OSLogMessage) { ShimLog.take("\(category): \(message.text)") }
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
  let text: String
  public init(stringLiteral value: String) { text = value }
  public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
  var text = ""
  public init(literalCapacity: Int, interpolationCount: Int) {}
  public mutating func appendLiteral(_ literal: String) { text += literal }
  public mutating func appendInterpolation(
    _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
    privacy: OSLogPrivacy = .auto
  ) {
    text += privacy.isPublic ? argumentString() : "<private>"
  }
}

public struct OSLogStringAlignment: Sendable {
  public static var none: OSLogStringAlignment { OSLogStringAlignment() }
}

public struct OSLogPrivacy: Sendable {
  public enum Mask: Sendable {
    case hash
    case none
  }

  let isPublic: Bool
  /// Text is private unless it is said otherwise.
  public static var auto: OSLogPrivacy { OSLogPrivacy(isPublic: false) }
  public static var `public`: OSLogPrivacy { OSLogPrivacy(isPublic: true) }
  public static var `private`: OSLogPrivacy { OSLogPrivacy(isPublic: false) }
  public static func `private`(mask: OSLogPrivacy.Mask) -> OSLogPrivacy { OSLogPrivacy(isPublic: false) }
}

/// For tests: what was logged.
public enum ShimLog {
  private static let lock = NSLock()
  nonisolated(unsafe) private static var kept: [String] = []

  public static var entries: [String] { lock.withLock { kept } }
  static func take(_ entry: String) { lock.withLock { kept.append(entry) } }
}
