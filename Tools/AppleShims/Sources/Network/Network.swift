import Dispatch
import Foundation

/// Watches nothing: tells only what a test lets it tell.
public final class NWPathMonitor {
  private let lock = NSLock()
  private var handler: (@Sendable (NWPath) -> Void)?
  private var isStarted = false
  /// For tests: those that have been started and not cancelled.
  nonisolated(unsafe) private static var started: [NWPathMonitor] = []
  private static let startedLock = NSLock()

  public init() {}

  public var pathUpdateHandler: (@Sendable (_ newPath: NWPath) -> Void)? {
    get { lock.withLock { handler } }
    set { lock.withLock { handler = newValue } }
  }

  public func start(queue: DispatchQueue) {
    Self.startedLock.withLock { Self.started.append(self) }
  }

  public func cancel() {
    Self.startedLock.withLock { Self.started.removeAll { $0 === self } }
  }

  /// For tests: every monitor hears of a new path; returns how many there are.
  @discardableResult
  public static func tell(_ status: NWPath.Status) -> Int {
    let monitors = startedLock.withLock { started }
    for monitor in monitors { monitor.pathUpdateHandler?(NWPath(status: status)) }
    return monitors.count
  }
}

public struct NWPath: Equatable, Sendable {
  public enum Status: Sendable {
    case satisfied
    case unsatisfied
    case requiresConnection
  }

  public let status: NWPath.Status
}
