import Foundation

/// One trained yes-or-no model: a weight a bucket, a weight a value of the encoder, a share of the
/// networks where they are asked, and what makes a probability of the sum.
struct LinearModel {
  /// How the model stands in `classifier.json`.
  struct Description: Decodable {
    let label: MessageSignals.Label
    /// Of a reading; both empty: the model reads words alone.
    let meaning: [Double]
    let manner: [Double]
    let bias: Double
    /// What is added to these for informal texts.
    let informalMeaning: [Double]
    let informalManner: [Double]
    let informalBias: Double
    /// What the sum of `InformalTextNetwork` is multiplied with before it is added; `nil`: it is
    /// not asked.
    let network: Double?
    /// How much each group of features counts; the others are not read.
    let groups: [TextFeatures.Group: Double]
    /// What a weight of 1 in the table stands for.
    let weightUnit: Double
    /// Where the model's table begins in `classifier.bin`.
    let offset: Int
    let slope: Double
    let intercept: Double
    /// The smallest probability that means yes.
    let threshold: Double
  }

  private let description: Description
  private let weights: ArraySlice<Int8>

  /// Precondition: `weights` holds the table.
  init(_ description: Description, weights: [Int8]) {
    self.description = description
    self.weights = weights[description.offset..<description.offset + FeatureBucket.count]
  }

  var label: MessageSignals.Label { description.label }
  var readsMeaning: Bool { !description.meaning.isEmpty }
  /// Whether the networks are asked.
  var readsCourse: Bool { description.network != nil }

  /// The calibrated probability, 0...1. `network`: asked about the reading by a model that wants
  /// it.
  func probability(of features: TextFeatures, reading: TextReading?, network: InformalTextNetwork) -> Double {
    var sum = description.bias
    for (group, scale) in description.groups {
      guard let buckets = features.buckets[group], !buckets.isEmpty else { continue }
      let total = buckets.reduce(0) { $0 + Int(weights[weights.startIndex + $1]) }
      let share = group.isAbsolute ? 1 : 1 / Double(buckets.count).squareRoot()
      sum += Double(total) * description.weightUnit * scale * share
    }
    if let reading {
      if let share = description.network, !reading.tokenStates.isEmpty {
        sum += share * network.sum(of: reading.tokenStates)
      }
      sum +=
        Self.product(description.meaning, reading.meaning)
        + Self.product(description.manner, reading.lowerLayerFeatures)
      if features.isInformal {
        sum += description.informalBias + Self.product(description.informalMeaning, reading.meaning)
        sum += Self.product(description.informalManner, reading.lowerLayerFeatures)
      }
    }
    return 1 / (1 + exp(-(description.slope * sum + description.intercept)))
  }

  private static func product(_ weights: [Double], _ embedding: Embedding) -> Double {
    zip(weights, embedding.values).reduce(0) { $0 + $1.0 * Double($1.1) } / 127
  }

  private static func product(_ weights: [Double], _ values: [Float]) -> Double {
    zip(weights, values).reduce(0) { $0 + $1.0 * Double($1.1) }
  }

  func holds(_ probability: Double) -> Bool { probability >= description.threshold }

  /// How much a bucket of `group` speaks for yes, whatever the text's length.
  func weight(of bucket: Int, in group: TextFeatures.Group) -> Double {
    guard let scale = description.groups[group] else { return 0 }
    return Double(weights[weights.startIndex + bucket]) * description.weightUnit * scale
  }
}
