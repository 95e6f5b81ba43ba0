import Domain
import Synchronization

/// How long things took in clients, since the start; read as Prometheus text. Bounded, for versions
/// are: the label has those that `Rules.Diagnostics` tells apart.
package final class ClientEventMetrics: Sendable {
  private struct Key: Hashable {
    let kind: ClientEventKind
    let platform: CrashPlatform
    let version: String
  }

  private struct Counts {
    var buckets = [Int64](repeating: 0, count: Rules.Diagnostics.eventBounds.count + 1)
    var milliseconds: Int64 = 0
    var waited: Int64 = 0
  }

  /// Of further ones nothing is shown: a process that serves for months sees many versions.
  private static let maximumSeries = 300

  private let counts = Mutex<[Key: Counts]>([:])

  package init() {}

  func record(_ batch: ClientEventBatch, version: String) {
    counts.withLock { counts in
      for event in batch.events {
        let key = Key(kind: event.kind, platform: batch.platform, version: version)
        guard counts[key] != nil || counts.count < Self.maximumSeries else { continue }
        counts[key, default: Counts()].buckets[Rules.Diagnostics.bucket(of: event.milliseconds)] += 1
        counts[key]?.milliseconds += event.milliseconds
        if event.waited { counts[key]?.waited += 1 }
      }
    }
  }

  /// Prometheus text format, version 0.0.4.
  package func prometheusText() -> String {
    let counts = counts.withLock { $0 }.map { key, counts in
      (
        "kind=\"\(key.kind.rawValue)\",platform=\"\(key.platform.rawValue)\",version=\"\(key.version)\"", counts
      )
    }.sorted { $0.0 < $1.0 }
    let name = "messageai_client_event_seconds"
    var lines = ["# HELP \(name) How long things took in clients.", "# TYPE \(name) histogram"]
    for (labels, counts) in counts {
      var total: Int64 = 0
      for (bound, count) in zip(Rules.Diagnostics.eventBounds, counts.buckets) {
        total += count
        lines.append("\(name)_bucket{\(labels),le=\"\(Double(bound) / 1_000)\"} \(total)")
      }
      total += counts.buckets.last ?? 0
      lines.append("\(name)_bucket{\(labels),le=\"+Inf\"} \(total)")
      lines.append("\(name)_sum{\(labels)} \(Double(counts.milliseconds) / 1_000)")
      lines.append("\(name)_count{\(labels)} \(total)")
    }
    let waited = "messageai_client_events_waited_total"
    lines += ["# HELP \(waited) Client events that had to wait in an outbox.", "# TYPE \(waited) counter"]
    lines += counts.map { "\(waited){\($0.0)} \($0.1.waited)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
