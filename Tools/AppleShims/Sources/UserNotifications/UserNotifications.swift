import Foundation

/// Keeps what it is told, for tests to look at. It shows nothing, asks nobody and delivers nothing.
open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
  private static let center = UNUserNotificationCenter()
  private let lock = NSLock()
  private var kept: (categories: Set<UNNotificationCategory>, badge: Int) = ([], 0)
  /// For tests: what the person has said, and will say when asked.
  public var status: UNAuthorizationStatus = .notDetermined
  public var answer: UNAuthorizationStatus = .authorized

  open class func current() -> UNUserNotificationCenter { center }

  public weak var delegate: (any UNUserNotificationCenterDelegate)?

  open func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
    lock.withLock { kept.categories = categories }
  }

  open func notificationCategories() async -> Set<UNNotificationCategory> {
    lock.withLock { kept.categories }
  }

  open func requestAuthorization(options: UNAuthorizationOptions = []) async throws -> Bool {
    if status == .notDetermined { status = answer }
    return status == .authorized
  }

  open func notificationSettings() async -> UNNotificationSettings {
    UNNotificationSettings(authorizationStatus: status)
  }

  open func setBadgeCount(_ newBadgeCount: Int) async throws {
    lock.withLock { kept.badge = newBadgeCount }
  }

  /// For tests.
  public var badgeCount: Int { lock.withLock { kept.badge } }
}

public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void)
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping @Sendable () -> Void)
}

public enum UNAuthorizationStatus: Int, Sendable {
  case notDetermined = 0
  case denied = 1
  case authorized = 2
  case provisional = 3
  case ephemeral = 4
}

public struct UNAuthorizationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = UNAuthorizationOptions(rawValue: 1 << 0)
  public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)
  public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)
}

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let badge = UNNotificationPresentationOptions(rawValue: 1 << 0)
  public static let sound = UNNotificationPresentationOptions(rawValue: 1 << 1)
  public static let list = UNNotificationPresentationOptions(rawValue: 1 << 3)
  public static let banner = UNNotificationPresentationOptions(rawValue: 1 << 4)
}

open class UNNotificationSettings: NSObject, @unchecked Sendable {
  public let authorizationStatus: UNAuthorizationStatus
  init(authorizationStatus: UNAuthorizationStatus) { self.authorizationStatus = authorizationStatus }
}
