// Made from wire/features.json: change that and run `make wire`.

/// Whom a feature reaches. A change replaces all of it.
public struct FeatureRollout: Hashable, Sendable, Codable {
  /// 0 to 100: of all people, by a hash of the feature and the person, so that a larger share has
  /// everybody of a smaller one.
  public var percentage: Int
  /// Who has it whatever the percentage is.
  public var people: [UserID]
  /// Nobody has it, whatever the rest says.
  public var isStopped: Bool
  public static let percentageRange: ClosedRange<Int> = 0...100
  public static let mostPeople = 500

  public init(percentage: Int, people: [UserID] = [], isStopped: Bool = false) {
    self.percentage = percentage
    self.people = people
    self.isStopped = isStopped
  }
}
