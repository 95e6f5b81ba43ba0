import Dispatch
import Foundation

/// Keeps handlers and requests for tests to play the system with. It never runs anything by itself.
open class BGTaskScheduler: NSObject, @unchecked Sendable {
  private static let scheduler = BGTaskScheduler()
  private let lock = NSLock()
  private var handlers: [String: (BGTask) -> Void] = [:]
  private var requests: [BGTaskRequest] = []

  open class var shared: BGTaskScheduler { scheduler }

  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    lock.withLock {
      guard handlers[identifier] == nil else { return false }
      handlers[identifier] = launchHandler
      return true
    }
  }

  open func submit(_ taskRequest: BGTaskRequest) throws {
    lock.withLock {
      requests.removeAll { $0.identifier == taskRequest.identifier }
      requests.append(taskRequest)
    }
  }

  /// For tests: what is planned.
  public var planned: [BGTaskRequest] { lock.withLock { requests } }

  /// For tests: the system starts the task; `nil` when nobody has registered for it.
  public func start(_ identifier: String) -> BGTask? {
    guard let handler = lock.withLock({ handlers[identifier] }) else { return nil }
    let task = BGAppRefreshTask(identifier: identifier)
    handler(task)
    return task
  }
}

open class BGTaskRequest: NSObject {
  public let identifier: String
  open var earliestBeginDate: Date?
  init(identifier: String) { self.identifier = identifier }
}

open class BGAppRefreshTaskRequest: BGTaskRequest {
  public override init(identifier: String) { super.init(identifier: identifier) }
}

open class BGTask: NSObject {
  public let identifier: String
  private let lock = NSLock()
  private var result: Bool?
  private var expiration: (() -> Void)?

  init(identifier: String) { self.identifier = identifier }

  open var expirationHandler: (() -> Void)? {
    get { lock.withLock { expiration } }
    set { lock.withLock { expiration = newValue } }
  }

  open func setTaskCompleted(success: Bool) { lock.withLock { result = success } }

  /// For tests: how it has ended; `nil` while it has not.
  public var success: Bool? { lock.withLock { result } }
}

open class BGAppRefreshTask: BGTask {}
