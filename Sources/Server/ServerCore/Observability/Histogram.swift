/// Counts of durations in fixed buckets, for Prometheus.
struct Histogram {
  /// Upper bounds in seconds.
  static let bounds: [Double] = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5,
  ]

  private var counts = [UInt64](repeating: 0, count: Histogram.bounds.count + 1)
  private var sum = 0.0

  mutating func record(seconds: Double) {
    let index = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    counts[index] += 1
    sum += seconds
  }

  /// The lines of one metric, buckets cumulative.
  func prometheusText(name: String, help: String) -> String {
    var lines = ["# HELP \(name) \(help)", "# TYPE \(name) histogram"]
    var total: UInt64 = 0
    for (index, bound) in Self.bounds.enumerated() {
      total += counts[index]
      lines.append("\(name)_bucket{le=\"\(bound)\"} \(total)")
    }
    total += counts[Self.bounds.count]
    lines.append("\(name)_bucket{le=\"+Inf\"} \(total)")
    lines.append("\(name)_sum \(sum)")
    lines.append("\(name)_count \(total)")
    return lines.joined(separator: "\n") + "\n"
  }
}
