import Foundation

public protocol UNNotificationContentProviding: NSObjectProtocol {}

open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
  fileprivate var values = Values()

  struct Values {
    var title = ""
    var subtitle = ""
    var body = ""
    var badge: NSNumber?
    var threadIdentifier = ""
    var categoryIdentifier = ""
    var userInfo: [AnyHashable: Any] = [:]
    var provider: (any UNNotificationContentProviding)?
  }

  public override init() {}

  open var title: String { values.title }
  open var subtitle: String { values.subtitle }
  open var body: String { values.body }
  open var badge: NSNumber? { values.badge }
  open var threadIdentifier: String { values.threadIdentifier }
  open var categoryIdentifier: String { values.categoryIdentifier }
  open var userInfo: [AnyHashable: Any] { values.userInfo }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = UNMutableNotificationContent()
    copy.values = values
    return copy
  }

  open func updating(from provider: any UNNotificationContentProviding) throws -> UNNotificationContent {
    let copy = UNMutableNotificationContent()
    copy.values = values
    copy.values.provider = provider
    return copy
  }

  /// For tests: what `updating(from:)` was given.
  public var shimProvider: (any UNNotificationContentProviding)? { values.provider }

  open override func copy() -> Any { copy(with: nil) }
  open override func mutableCopy() -> Any { mutableCopy(with: nil) }
}

open class UNMutableNotificationContent: UNNotificationContent {
  open override var title: String {
    get { values.title }
    set { values.title = newValue }
  }
  open override var subtitle: String {
    get { values.subtitle }
    set { values.subtitle = newValue }
  }
  open override var body: String {
    get { values.body }
    set { values.body = newValue }
  }
  open override var badge: NSNumber? {
    get { values.badge }
    set { values.badge = newValue }
  }
  open override var threadIdentifier: String {
    get { values.threadIdentifier }
    set { values.threadIdentifier = newValue }
  }
  open override var categoryIdentifier: String {
    get { values.categoryIdentifier }
    set { values.categoryIdentifier = newValue }
  }
  open override var userInfo: [AnyHashable: Any] {
    get { values.userInfo }
    set { values.userInfo = newValue }
  }
}

open class UNNotificationRequest: NSObject {
  public let identifier: String
  public let content: UNNotificationContent

  public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
    self.identifier = identifier
    self.content = content
  }
}

open class UNNotificationTrigger: NSObject {}

open class UNNotification: NSObject {
  public let request: UNNotificationRequest
  /// For tests: only the system makes them.
  public init(shim request: UNNotificationRequest) { self.request = request }
}

open class UNNotificationResponse: NSObject {
  public let notification: UNNotification
  public let actionIdentifier: String
  /// For tests: only the system makes them.
  public init(shim notification: UNNotification, actionIdentifier: String) {
    self.notification = notification
    self.actionIdentifier = actionIdentifier
  }
}

open class UNTextInputNotificationResponse: UNNotificationResponse {
  public let userText: String
  /// For tests: only the system makes them.
  public init(shim notification: UNNotification, actionIdentifier: String, userText: String) {
    self.userText = userText
    super.init(shim: notification, actionIdentifier: actionIdentifier)
  }
}

open class UNNotificationServiceExtension: NSObject {
  public override init() {}

  open func didReceive(
    _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
  ) {}

  open func serviceExtensionTimeWillExpire() {}
}
