import Foundation
import OnBoxAI

/// How urgent an issue of a tracker is: a title with its description. What presses there is said
/// otherwise than in a conversation, so this model serves sets of issues and nothing else.
struct IssueModel {
  /// The model's folder in the `ModelFolder`.
  static let name = "issues"

  private struct Description: Decodable {
    let buckets: Int
    let bias: Double
    /// What a weight of 1 in the table stands for.
    let weightUnit: Double
    let slope: Double
    let intercept: Double
    /// The smallest probability that means yes.
    let threshold: Double
  }

  private let description: Description
  private let weights: [Int8]

  /// Reads the weights. Throws when the files are missing or damaged.
  init(folder: ModelFolder) throws(ModelUnavailable) {
    let file = folder.file("issues.json", of: Self.name)
    do {
      description = try JSONDecoder().decode(Description.self, from: Data(contentsOf: file))
      weights = try Data(contentsOf: folder.file("issues.bin", of: Self.name)).map { Int8(bitPattern: $0) }
    } catch {
      throw ModelUnavailable(
        model: Self.name, description: "\(file.deletingLastPathComponent().path) cannot be read: restore it.")
    }
    guard description.buckets == FeatureBucket.count, weights.count == description.buckets else {
      throw ModelUnavailable(model: Self.name, description: "\(file.path) is damaged: restore it, or train again.")
    }
  }

  /// The calibrated probability that the issue is urgent, 0...1.
  func urgency(title: String, body: String) -> Double {
    var sum = description.bias
    for (group, buckets) in IssueFeatures(title: title, body: body).buckets where !buckets.isEmpty {
      let total = buckets.reduce(0) { $0 + Int(weights[$1]) }
      let share = group == .cues ? 1 : 1 / Double(buckets.count).squareRoot()
      sum += Double(total) * description.weightUnit * share
    }
    return 1 / (1 + exp(-(description.slope * sum + description.intercept)))
  }

  func holds(_ probability: Double) -> Bool { probability >= description.threshold }
}
