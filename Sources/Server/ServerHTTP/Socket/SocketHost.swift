import Foundation
import NIOCore
import ServerCore

/// What all sockets of a server share.
package final class SocketHost: Sendable {
  let context: ServerContext
  let fanOut: EventLoopFanOut
  let timings: SocketTimings
  let origins: OriginPolicy
  let ids = SocketIDSource()
  private let lock = NSLock()
  nonisolated(unsafe) private var tickers: [ObjectIdentifier: NIOLoopBound<SocketTicker>] = [:]

  package init(
    context: ServerContext, fanOut: EventLoopFanOut, timings: SocketTimings = SocketTimings(),
    origins: OriginPolicy
  ) {
    self.context = context
    self.fanOut = fanOut
    self.timings = timings
    self.origins = origins
  }

  /// The ticker of the loop that calls.
  func ticker(on loop: any EventLoop) -> SocketTicker {
    loop.preconditionInEventLoop()
    return lock.withLock {
      if let bound = tickers[ObjectIdentifier(loop)] { return bound.value }
      let ticker = SocketTicker(interval: timings.tick)
      tickers[ObjectIdentifier(loop)] = NIOLoopBound(ticker, eventLoop: loop)
      return ticker
    }
  }
}

/// Numbers the sockets of one process.
final class SocketIDSource: Sendable {
  private let lock = NSLock()
  nonisolated(unsafe) private var last: UInt64 = 0

  func next() -> SocketID {
    lock.withLock {
      last += 1
      return SocketID(last)
    }
  }
}
