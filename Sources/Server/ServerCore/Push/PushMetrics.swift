import Domain
import Synchronization

/// What the server counts about notifications; read as Prometheus text.
package final class PushMetrics: Sendable {
  private struct Counters {
    var outcomes: [PushService: [PushOutcome: UInt64]] = [:]
    var retries: [PushService: UInt64] = [:]
    var skips: [PushSkip: UInt64] = [:]
    var delay = Histogram()
  }

  private let counters = Mutex(Counters())

  package init() {}

  func record(_ settlement: PushSettlement, of service: PushService) {
    counters.withLock { counters in
      switch settlement.end {
      case .finished(let outcome): counters.outcomes[service, default: [:]][outcome, default: 0] += 1
      case .postponed: counters.retries[service, default: 0] += 1
      }
    }
  }

  func recordSkip(_ reason: PushSkip) { counters.withLock { $0.skips[reason, default: 0] += 1 } }

  func recordDelay(milliseconds: Int64) {
    counters.withLock { $0.delay.record(seconds: Double(max(0, milliseconds)) / 1_000) }
  }

  /// Prometheus text format, version 0.0.4.
  package func prometheusText() -> String {
    let counters = counters.withLock { $0 }
    var text =
      "# HELP messageai_push_total Notifications by service and outcome.\n# TYPE messageai_push_total counter\n"
    for (service, outcomes) in counters.outcomes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for (outcome, count) in outcomes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        text += "messageai_push_total{service=\"\(service.rawValue)\",outcome=\"\(outcome.rawValue)\"} \(count)\n"
      }
    }
    text += "# HELP messageai_push_retries_total Notifications that are to be sent again.\n"
    text += "# TYPE messageai_push_retries_total counter\n"
    for (service, count) in counters.retries.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      text += "messageai_push_retries_total{service=\"\(service.rawValue)\"} \(count)\n"
    }
    text += "# HELP messageai_push_skipped_total Devices that were not told of a message, by reason.\n"
    text += "# TYPE messageai_push_skipped_total counter\n"
    for (reason, count) in counters.skips.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      text += "messageai_push_skipped_total{reason=\"\(reason.rawValue)\"} \(count)\n"
    }
    return text
      + counters.delay.prometheusText(
        name: "messageai_push_delay_seconds", help: "From a message's time to its request to the service.")
  }
}
