/// The parts of an insight that members change, each by itself. What a member did not change stays
/// the machine's.
package struct InsightFields: OptionSet, Hashable, Sendable {
  package let rawValue: Int64

  package init(rawValue: Int64) {
    self.rawValue = rawValue
  }

  package static let text = InsightFields(rawValue: 1)
  package static let status = InsightFields(rawValue: 2)
  /// The owner, be it a member or a name.
  package static let owner = InsightFields(rawValue: 4)
  /// When it is due, and how that was said.
  package static let due = InsightFields(rawValue: 8)
  package static let tags = InsightFields(rawValue: 16)
  package static let context = InsightFields(rawValue: 32)
  package static let participants = InsightFields(rawValue: 64)
}
