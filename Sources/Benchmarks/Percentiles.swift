/// Samples in milliseconds.
struct Percentiles {
  private var samples: [Double] = []

  var count: Int { samples.count }

  mutating func add(_ duration: Duration) {
    samples.append(duration.milliseconds)
  }

  /// The smallest sample that at least this share of all do not exceed; 0 when there is none.
  func value(_ share: Double) -> Double {
    guard !samples.isEmpty else { return 0 }
    let rank = Int((share * Double(samples.count)).rounded(.up)) - 1
    return samples.sorted()[min(max(rank, 0), samples.count - 1)]
  }
}

extension Duration {
  var milliseconds: Double { inSeconds * 1_000 }

  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
