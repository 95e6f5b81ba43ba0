import Foundation
import NIOCore
import ServerCore

/// What all sockets of a server share.
package final class SocketHost: Sendable {
  /// The last is the peer's address.
  package typealias MakeConversation = @Sendable (SocketID, any SocketSink, String?) -> any SocketConversation

  let context: ServerContext
  let fanOut: EventLoopFanOut
  let timings: SocketTimings
  let origins: OriginPolicy
  let rules: FrameRules
  let makeConversation: MakeConversation
  let ids = SocketIDSource()
  private let lock = NSLock()
  nonisolated(unsafe) private var tickers: [ObjectIdentifier: NIOLoopBound<SocketTicker>] = [:]

  /// `conversation` gives each socket something else to talk to than the protocol's session.
  package init(
    context: ServerContext, fanOut: EventLoopFanOut, timings: SocketTimings = SocketTimings(),
    origins: OriginPolicy, rules: FrameRules = FrameRules(), conversation: MakeConversation? = nil
  ) {
    self.context = context
    self.fanOut = fanOut
    self.timings = timings
    self.origins = origins
    self.rules = rules
    makeConversation = conversation ?? { SocketSession(id: $0, context: context, sink: $1, address: $2) }
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
