import NIOCore

/// Looked at by its event loop's timer.
protocol Ticking: AnyObject {
  func tick(now: NIODeadline)
}

/// One timer for all connections of an event loop. Used on that loop only.
final class SocketTicker {
  private var handlers: [ObjectIdentifier: any Ticking] = [:]
  private var timer: RepeatedTask?
  private let interval: TimeAmount

  init(interval: TimeAmount) {
    self.interval = interval
  }

  func add(_ handler: any Ticking, on loop: any EventLoop) {
    handlers[ObjectIdentifier(handler)] = handler
    guard timer == nil else { return }
    let bound = NIOLoopBound(self, eventLoop: loop)
    timer = loop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in bound.value.tick() }
  }

  func remove(_ handler: any Ticking) {
    guard handlers.removeValue(forKey: ObjectIdentifier(handler)) != nil, handlers.isEmpty else { return }
    timer?.cancel()
    timer = nil
  }

  private func tick() {
    let now = NIODeadline.now()
    for handler in handlers.values { handler.tick(now: now) }
  }
}
