import Foundation

/// What one reader finds urgent: a logistic regression that starts with common sense and learns
/// from corrections.
///
/// A correction moves messages of the same sender, conversation and words at once, and everything
/// else hardly: each step goes most of the way to what the reader said, by the smallest change of
/// the weights, and what all messages share changes the least.
public struct PersonalModel: Hashable, Sendable {
  /// The common-sense weights: what all messages share.
  private static let commonSense: [Float] = [-1.9, 3.5, 0.6, 0.3, 0.9, 0.4, 1.5, 2.0]
  private static let sharedCount = commonSense.count
  private static let senderStart = sharedCount
  private static let conversationStart = senderStart + PriorityFeatures.senders
  private static let wordStart = conversationStart + PriorityFeatures.conversations
  private static let weightCount = wordStart + PriorityFeatures.vocabulary
  /// The first byte of a stored model.
  private static let format: UInt8 = 1
  /// The bytes of a stored weight: its place and its value.
  private static let storedWeight = 6

  /// How fast each kind of weight learns, next to the others.
  private enum Rate {
    static let common = 0.01
    static let sender = 0.4
    static let conversation = 0.1
    static let words = 0.5
  }
  /// How much of the way to the wanted score one correction goes, and how far at most, in log-odds.
  private static let reach = 0.8
  private static let longestStep = 3.0
  private static let largestWeight: Float = 6

  /// Shared, senders, conversations, words.
  private var weights: [Float]

  /// A model that has learned nothing yet.
  public init() {
    weights = Self.commonSense + [Float](repeating: 0, count: Self.weightCount - Self.sharedCount)
  }

  /// From `bytes` as they were stored; `nil` when they are not of this kind.
  public init?(bytes: [UInt8]) {
    guard bytes.first == Self.format, (bytes.count - 1) % Self.storedWeight == 0 else { return nil }
    self.init()
    var last = -1
    for start in stride(from: 1, to: bytes.count, by: Self.storedWeight) {
      let index = Int(bytes[start]) | Int(bytes[start + 1]) << 8
      let pattern = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + 2 + $1]) << UInt32(8 * $1) }
      let weight = Float(bitPattern: pattern)
      guard index > last, index < Self.weightCount, weight.isFinite else { return nil }
      weights[index] = weight
      last = index
    }
  }

  /// What to store: six bytes for each weight that has learned.
  public var bytes: [UInt8] {
    let untaught = PersonalModel().weights
    return weights.indices.filter { weights[$0] != untaught[$0] }
      .reduce(into: [Self.format]) { bytes, index in
        bytes += [UInt8(index & 0xFF), UInt8(index >> 8)]
        bytes += (0..<4).map { UInt8(truncatingIfNeeded: weights[index].bitPattern >> UInt32(8 * $0)) }
      }
  }

  /// How urgent the message is for this reader, 0...1.
  public func score(_ features: PriorityFeatures) -> Double {
    1 / (1 + exp(-logOdds(features)))
  }

  /// Learns that the reader wants a message such as this at `level`. What is there already is not
  /// learned again.
  public mutating func learn(_ features: PriorityFeatures, level: PriorityLevel) {
    let wanted = log(level.wantedScore / (1 - level.wantedScore))
    let gap = wanted - logOdds(features)
    if level == .urgent && gap < 0 || level == .aiHandled && gap > 0 { return }
    let step = max(-Self.longestStep, min(Self.longestStep, Self.reach * gap))
    let active = Self.active(features)
    let length = active.reduce(0) { $0 + $1.rate * $1.value * $1.value }
    guard length > 0 else { return }
    for entry in active {
      let change = Float(step * entry.rate * entry.value / length)
      weights[entry.index] = max(-Self.largestWeight, min(Self.largestWeight, weights[entry.index] + change))
    }
  }

  /// What of it the reader has taught, the strongest first: nothing that all messages share. Empty
  /// when nothing speaks clearly.
  public func learnedReasons(_ features: PriorityFeatures) -> [String] {
    let rises = logOdds(features) >= 0
    return Self.active(features).filter { $0.index >= Self.sharedCount }
      .compactMap { reason(for: $0, features) }
      .filter { rises ? $0.weight > 0.3 : $0.weight < -0.3 }
      .sorted { abs($0.weight) > abs($1.weight) }.map(\.words)
  }

  private struct Entry {
    let index: Int
    let value: Double
    let rate: Double
  }

  private struct Reason {
    let words: String
    let weight: Double
  }

  /// The weights that the message touches.
  private static func active(_ features: PriorityFeatures) -> [Entry] {
    let shared: [Double] = [
      1, features.urgency, features.action, features.isQuestion ? 1 : 0, features.mentionsMe ? 1 : 0,
      features.isDirect ? 1 : 0, features.fromUrgentContact ? 1 : 0, features.hasKeyword ? 1 : 0,
    ]
    let share = 1 / Double(max(1, features.words.count)).squareRoot()
    return shared.enumerated().map { Entry(index: $0.offset, value: $0.element, rate: Rate.common) }
      + [
        Entry(index: senderStart + features.sender, value: 1, rate: Rate.sender),
        Entry(index: conversationStart + features.conversation, value: 1, rate: Rate.conversation),
      ] + features.words.map { Entry(index: wordStart + $0.bucket, value: share, rate: Rate.words) }
  }

  private func logOdds(_ features: PriorityFeatures) -> Double {
    Self.active(features).reduce(0) { $0 + Double(weights[$1.index]) * $1.value }
  }

  /// Of a weight that not all messages share.
  private func reason(for entry: Entry, _ features: PriorityFeatures) -> Reason? {
    let weight = Double(weights[entry.index]) * entry.value
    switch entry.index {
    case ..<Self.conversationStart: return Self.learned("from this sender", weight)
    case ..<Self.wordStart: return Self.learned("in this conversation", weight)
    default:
      let word = features.words.first { Self.wordStart + $0.bucket == entry.index }
      return word.map { Self.learned("that say “\($0.text)”", weight) }
    }
  }

  private static func learned(_ which: String, _ weight: Double) -> Reason {
    Reason(
      words: weight > 0 ? "You have put messages \(which) first." : "You have put off messages \(which).",
      weight: weight)
  }
}
