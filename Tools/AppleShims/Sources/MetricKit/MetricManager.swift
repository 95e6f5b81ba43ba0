import Foundation

/// Tells subscribers what the system has noticed: here only what a test delivers.
open class MXMetricManager: NSObject, @unchecked Sendable {
  private static let manager = MXMetricManager()
  private let lock = NSLock()
  private var subscribers: [any MXMetricManagerSubscriber] = []

  open class var shared: MXMetricManager { manager }

  open func add(_ subscriber: any MXMetricManagerSubscriber) {
    lock.withLock { subscribers.append(subscriber) }
  }

  open func remove(_ subscriber: any MXMetricManagerSubscriber) {
    lock.withLock { subscribers.removeAll { $0 === subscriber } }
  }

  /// For tests: the system delivers, on whatever thread this is called.
  public func deliver(_ payloads: [MXDiagnosticPayload]) {
    for subscriber in lock.withLock({ subscribers }) { subscriber.didReceive(payloads) }
  }
}

/// There both of its methods are optional, and the other one is not needed.
public protocol MXMetricManagerSubscriber: NSObjectProtocol {
  func didReceive(_ payloads: [MXDiagnosticPayload])
}

open class MXDiagnosticPayload: NSObject {
  private let json: Data

  /// Only here.
  public init(shim json: Data) { self.json = json }

  open func jsonRepresentation() -> Data { json }
}
