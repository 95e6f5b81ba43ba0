import Domain
import Foundation

/// What the server counts about itself; read as Prometheus text. Labels never hold names, texts or
/// ids.
package final class ServerMetrics: Sendable {
  private struct Counters {
    var connections = 0
    var connectionsOpened: UInt64 = 0
    var messages: UInt64 = 0
    var commands: UInt64 = 0
    var refusals: UInt64 = 0
    var commitGroups: UInt64 = 0
    var deliveries: UInt64 = 0
    var slowReaders: UInt64 = 0
    var overloads: UInt64 = 0
    var queueDepth = 0
    var isStoreFailing = false
    var lastProbe: UInt64?
    var requests: [Int: UInt64] = [:]
    var ack = Histogram()
    var fanOut = Histogram()
  }

  private let lock = NSLock()
  nonisolated(unsafe) private var counters = Counters()
  private let monotonicNow: @Sendable () -> UInt64

  /// `monotonicNow` gives nanoseconds that never fall.
  package init(monotonicNow: @escaping @Sendable () -> UInt64 = { DispatchTime.now().uptimeNanoseconds }) {
    self.monotonicNow = monotonicNow
  }

  /// Nanoseconds that never fall.
  package func now() -> UInt64 { monotonicNow() }

  package func connectionOpened() {
    lock.withLock {
      counters.connections += 1
      counters.connectionsOpened += 1
    }
  }

  package func connectionClosed() { lock.withLock { counters.connections -= 1 } }
  package func recordSlowReader() { lock.withLock { counters.slowReaders += 1 } }
  package func recordOverload() { lock.withLock { counters.overloads += 1 } }
  package func setQueueDepth(_ depth: Int) { lock.withLock { counters.queueDepth = depth } }
  package func recordRequest(status: Int) { lock.withLock { counters.requests[status, default: 0] += 1 } }

  package func recordAck(nanoseconds: UInt64) {
    lock.withLock { counters.ack.record(seconds: Double(nanoseconds) / 1e9) }
  }

  package func recordFanOut(since start: UInt64, deliveries: Int) {
    let seconds = Double(now() &- start) / 1e9
    lock.withLock {
      counters.fanOut.record(seconds: seconds)
      counters.deliveries += UInt64(deliveries)
    }
  }

  package func recordCommit(_ outcomes: [CommitOutcome]) {
    var messages: UInt64 = 0
    var refusals: UInt64 = 0
    var hasStored = false
    var hasFailed = false
    for outcome in outcomes {
      switch outcome.result {
      case .success(.message): messages += 1
      case .success: break
      case .failure(let refusal):
        refusals += 1
        if refusal.code == .overloaded || refusal.code == .internal { hasFailed = true }
      }
      // What changed nothing proves nothing.
      if !outcome.changes.isEmpty { hasStored = true }
    }
    lock.withLock {
      counters.commitGroups += 1
      counters.commands += UInt64(outcomes.count)
      counters.messages += messages
      counters.refusals += refusals
      if hasStored || hasFailed { counters.isStoreFailing = !hasStored }
    }
  }

  /// Whether the last commit group that had something to store could not.
  package var isStoreFailing: Bool { lock.withLock { counters.isStoreFailing } }

  /// A probing commit has been stored.
  package func recordProbe() { lock.withLock { counters.isStoreFailing = false } }

  /// Whether a probing commit is due: the store is failing, and the last probe is a second ago.
  package func takesProbe() -> Bool {
    let now = now()
    return lock.withLock {
      guard counters.isStoreFailing, counters.lastProbe.map({ now &- $0 >= 1_000_000_000 }) ?? true else {
        return false
      }
      counters.lastProbe = now
      return true
    }
  }

  /// Prometheus text format, version 0.0.4.
  package func prometheusText() -> String {
    let counters = lock.withLock { self.counters }
    var text = ""
    func metric(_ name: String, _ type: String, _ help: String, _ value: some CustomStringConvertible) {
      text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n\(name) \(value)\n"
    }
    metric("messageai_connections", "gauge", "Open sockets.", counters.connections)
    metric("messageai_connections_opened_total", "counter", "Sockets opened.", counters.connectionsOpened)
    metric("messageai_messages_total", "counter", "Message commands committed.", counters.messages)
    metric("messageai_commands_total", "counter", "Commands that left the queue.", counters.commands)
    metric("messageai_refusals_total", "counter", "Commands refused.", counters.refusals)
    metric("messageai_commit_groups_total", "counter", "Groups committed.", counters.commitGroups)
    metric("messageai_deliveries_total", "counter", "Frames handed to sockets by fan-out.", counters.deliveries)
    metric("messageai_slow_readers_total", "counter", "Sockets cut off for reading too slowly.", counters.slowReaders)
    metric("messageai_overloads_total", "counter", "Commands refused because too much waited.", counters.overloads)
    metric("messageai_queue_depth", "gauge", "Commands waiting for the disk.", counters.queueDepth)
    metric(
      "messageai_store_failing", "gauge", "1 while the store takes no writes.", counters.isStoreFailing ? 1 : 0)
    text += "# HELP messageai_http_requests_total HTTP answers by status.\n"
    text += "# TYPE messageai_http_requests_total counter\n"
    for (status, count) in counters.requests.sorted(by: { $0.key < $1.key }) {
      text += "messageai_http_requests_total{status=\"\(status)\"} \(count)\n"
    }
    text += counters.ack.prometheusText(name: "messageai_ack_seconds", help: "From frame to ack.")
    text += counters.fanOut.prometheusText(
      name: "messageai_fan_out_seconds", help: "From commit to the event loops, for each group.")
    return text
  }
}
