import Foundation
import ServerCore
import Synchronization

/// What the pipeline counts about itself.
package final class PipelineMetrics: Sendable {
  package struct Counts: Sendable {
    package var processed = 0
    package var failed = 0
    package var dead = 0
    package var batches = 0
    /// Milliseconds of work on all processed messages together.
    package var milliseconds = 0.0
    /// As it was last counted, less what was worked on since.
    package var progress = PipelineProgress(due: 0, postponed: 0, dead: 0)
  }

  private let state = Mutex(Counts())

  package init() {}

  package var counts: Counts { state.withLock { $0 } }

  func recordBatch(processed: Int, milliseconds: Double) {
    state.withLock {
      $0.processed += processed
      $0.milliseconds += milliseconds
      $0.batches += 1
      $0.progress.due = max(0, $0.progress.due - processed)
    }
  }

  func recordFailure(isDead: Bool) {
    state.withLock {
      $0.failed += 1
      if isDead { $0.dead += 1 }
    }
  }

  func set(_ progress: PipelineProgress) {
    state.withLock { $0.progress = progress }
  }

  /// Prometheus text format, version 0.0.4.
  package func prometheusText() -> String {
    let counts = counts
    let rows: [(name: String, type: String, help: String, value: String)] = [
      ("due", "gauge", "Messages not yet worked on.", "\(counts.progress.due)"),
      ("postponed", "gauge", "Of those, waiting for another try.", "\(counts.progress.postponed)"),
      ("dead", "gauge", "Messages given up.", "\(counts.progress.dead)"),
      ("processed_total", "counter", "Messages worked on.", "\(counts.processed)"),
      ("failures_total", "counter", "Tries that failed.", "\(counts.failed)"),
      ("batches_total", "counter", "Batches committed.", "\(counts.batches)"),
      (
        "seconds_total", "counter", "Time spent on messages worked on.",
        String(format: "%.3f", counts.milliseconds / 1_000)
      ),
    ]
    return rows.map { row in
      let name = "messageai_pipeline_\(row.name)"
      return "# HELP \(name) \(row.help)\n# TYPE \(name) \(row.type)\n\(name) \(row.value)\n"
    }.joined()
  }
}
