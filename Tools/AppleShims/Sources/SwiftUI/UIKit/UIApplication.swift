import Foundation

/// Notes what it is asked for.
@MainActor
open class UIApplication: UIResponder {
  public struct LaunchOptionsKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  private static let application = UIApplication()
  open class var shared: UIApplication { application }

  /// For tests.
  public private(set) var hasAskedForToken = false
  /// For tests: what ends when the system's patience does.
  public private(set) var awake: [UIBackgroundTaskIdentifier: @MainActor @Sendable () -> Void] = [:]
  private var lastTask = 0

  open func beginBackgroundTask(
    withName taskName: String?, expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    lastTask += 1
    awake[UIBackgroundTaskIdentifier(rawValue: lastTask)] = handler ?? {}
    return UIBackgroundTaskIdentifier(rawValue: lastTask)
  }

  open func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) { awake[identifier] = nil }

  open func registerForRemoteNotifications() { hasAskedForToken = true }

  /// The address of the app's page in the device's settings.
  public nonisolated static let openSettingsURLString = "app-settings:"
}

public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}

@MainActor
open class UIResponder: NSObject {}

@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
  /// Every `NSObject` of Apple's can be made by its class; here it takes this.
  init()
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data)
  func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error)
  func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void)
}

extension UIApplicationDelegate {
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func application(
    _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
  ) {}
  public func application(
    _ application: UIApplication, didFailToRegisterForRemoteNotificationsWithError error: any Error
  ) {}
  public func application(
    _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
    completionHandler: @escaping () -> Void
  ) {
    completionHandler()
  }
}

@MainActor
open class UIDevice: NSObject {
  private static let device = UIDevice()
  open class var current: UIDevice { device }
  open var model: String { "iPhone" }
}

/// Keeps what a test, or the app, has put there.
@MainActor
open class UIPasteboard: NSObject {
  private static let board = UIPasteboard()
  open class var general: UIPasteboard { board }
  open var string: String?
  open var itemProviders: [NSItemProvider] = []
}

/// The app's delegate, made when it is first asked for.
@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>: DynamicProperty {
  public let wrappedValue: DelegateType
  public init(_ delegateType: DelegateType.Type = DelegateType.self) { wrappedValue = delegateType.init() }
}
