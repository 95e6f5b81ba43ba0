import NIOCore
import ServerCore

/// Event loops by index, so that a commit group enters each of them once.
package struct EventLoopFanOut: FanOutExecutor {
  private let loops: [any EventLoop]
  private let indexes: [ObjectIdentifier: Int]

  package init(group: any EventLoopGroup) {
    loops = Array(group.makeIterator())
    indexes = Dictionary(
      loops.enumerated().map { (ObjectIdentifier($0.element), $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// Loops of another group get -1, and their sinks hop by themselves.
  package func index(of loop: any EventLoop) -> Int {
    indexes[ObjectIdentifier(loop)] ?? -1
  }

  package func execute(loopIndex: Int, _ work: @escaping @Sendable () -> Void) {
    if loops.indices.contains(loopIndex) { loops[loopIndex].execute(work) } else { work() }
  }
}
