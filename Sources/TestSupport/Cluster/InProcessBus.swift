import Foundation
import ServerCore

/// A bus between servers of one process, on which nothing moves by itself: a test or a seed says
/// what comes next, what is lost and what comes twice.
package final class InProcessBus: @unchecked Sendable {
  private struct Delivery {
    let port: Int
    let subject: BusSubject
    let bytes: [UInt8]
  }

  private let lock = NSLock()
  private var ports: [Int: BusPort] = [:]
  private var lastPort = 0
  private var queue: [Delivery] = []

  package init() {}

  /// A new server's place at the bus.
  package func port() -> BusPort {
    lock.withLock {
      lastPort += 1
      let port = BusPort(hub: self, number: lastPort)
      ports[lastPort] = port
      return port
    }
  }

  /// How much is on its way.
  package var count: Int { lock.withLock { queue.count } }

  /// Of what is on its way: to any of the servers, in the order of publishing.
  package func subjects() -> [BusSubject] { lock.withLock { queue.map(\.subject) } }

  /// What comes next is the one at `index`. Out of order where that is not 0.
  package func deliver(_ index: Int = 0) {
    let (delivery, port) = lock.withLock {
      let delivery = queue.remove(at: index)
      return (delivery, ports[delivery.port])
    }
    port?.listener?.hear(delivery.bytes)
  }

  package func deliverAll() {
    while count > 0 { deliver() }
  }

  package func lose(_ index: Int = 0) {
    lock.withLock { _ = queue.remove(at: index) }
  }

  package func loseAll() {
    lock.withLock { queue = [] }
  }

  /// It will come once more, after all others.
  package func duplicate(_ index: Int = 0) {
    lock.withLock { queue.append(queue[index]) }
  }

  /// The server is gone, with what was on its way to it.
  package func remove(_ port: BusPort) {
    lock.withLock {
      ports[port.number] = nil
      queue.removeAll { $0.port == port.number }
    }
  }

  fileprivate func publish(_ bytes: [UInt8], to subject: BusSubject) {
    lock.withLock {
      for (number, port) in ports.sorted(by: { $0.key < $1.key }) where port.wants(subject) {
        queue.append(Delivery(port: number, subject: subject, bytes: bytes))
      }
    }
  }
}

/// One server's place at an `InProcessBus`.
package final class BusPort: ServerBus, @unchecked Sendable {
  private let hub: InProcessBus
  fileprivate let number: Int
  private let lock = NSLock()
  private var heard: (any BusListener)?
  private var subjects: Set<BusSubject> = []

  fileprivate init(hub: InProcessBus, number: Int) {
    self.hub = hub
    self.number = number
  }

  fileprivate var listener: (any BusListener)? { lock.withLock { heard } }
  package func wants(_ subject: BusSubject) -> Bool { lock.withLock { subjects.contains(subject) } }
  /// Everything that is subscribed to.
  package var wanted: Set<BusSubject> { lock.withLock { subjects } }

  package var isConnected: Bool { true }
  package func start(_ listener: any BusListener) { lock.withLock { heard = listener } }
  package func publish(_ bytes: [UInt8], to subject: BusSubject) { hub.publish(bytes, to: subject) }
  package func subscribe(_ subject: BusSubject) { lock.withLock { _ = subjects.insert(subject) } }
  package func unsubscribe(_ subject: BusSubject) { lock.withLock { _ = subjects.remove(subject) } }
  package func close() { lock.withLock { heard = nil } }
}
