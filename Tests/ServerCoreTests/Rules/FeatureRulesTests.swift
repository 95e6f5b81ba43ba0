import Domain
import ServerCore
import Testing

@Suite("Rules of features")
struct FeatureRulesTests {
  typealias It = RuleFixture
  typealias Rule = Rules.Features

  private static let users = (0..<2_000).map { UserID(high: 7, low: UInt64($0)) }

  private func reached(_ feature: Feature, _ rollouts: [Feature: FeatureRollout]) -> Set<UserID> {
    Set(Self.users.filter { Rule.isEnabled(feature, for: $0, rollouts) })
  }

  @Test("5, 20, 50 and 100 per cent are about so many people, and each share has everybody of the smaller one")
  func shares() {
    var smaller = reached(.assistant, [.assistant: FeatureRollout(percentage: 0)])
    #expect(smaller.isEmpty)
    for (percentage, range) in [(5, 60...140), (20, 330...470), (50, 910...1_090), (100, 2_000...2_000)] {
      let reached = reached(.assistant, [.assistant: FeatureRollout(percentage: percentage)])
      #expect(range.contains(reached.count), "\(percentage) %: \(reached.count) of 2,000")
      #expect(reached.isSuperset(of: smaller))
      smaller = reached
    }
  }

  @Test("who is in a share does not change with time or versions, and is another for each feature")
  func stable() {
    let ada = UserID(high: 1, low: 1)
    #expect(Feature.allCases.map { Rule.bucket(of: ada, for: $0) } == Self.buckets)
    let fifth = FeatureRollout(percentage: 20)
    let both = reached(.assistant, [.assistant: fifth]).intersection(reached(.search, [.search: fifth]))
    #expect(40...130 ~= both.count, "a twenty-fifth has both")
  }

  private static let buckets = [9, 76, 17, 1, 0, 65, 23, 39, 18, 23, 3, 59, 36]

  @Test("who is named has it whatever the percentage, and nobody has what was stopped")
  func named() {
    let rollout = FeatureRollout(percentage: 0, people: [Self.users[3]])
    #expect(reached(.search, [.search: rollout]) == [Self.users[3]])
    let stopped = FeatureRollout(percentage: 100, people: [Self.users[3]], isStopped: true)
    #expect(reached(.search, [.search: stopped]).isEmpty)
  }

  @Test("without a rollout everybody has a feature, and without the AI nobody has any of its features")
  func required() {
    #expect(Rule.disabled(for: Self.users[0], [:]).isEmpty)
    let rollouts: [Feature: FeatureRollout] = [
      .ai: FeatureRollout(percentage: 0), .search: FeatureRollout(percentage: 0, people: [Self.users[0]]),
    ]
    #expect(Rule.disabled(for: Self.users[0], rollouts) == Feature.allCases)
  }

  @Test("a percentage is 0 to 100, at most 500 people are named, and nobody twice")
  func validated() throws {
    for percentage in [-1, 101] {
      #expect(refusal { try Rule.validated(FeatureRollout(percentage: percentage)) } == .invalid)
    }
    let many = FeatureRollout(percentage: 5, people: Array(Self.users.prefix(501)))
    #expect(refusal { try Rule.validated(many) } == .invalid)
    let twice = FeatureRollout(percentage: 5, people: [Self.users[1], Self.users[0], Self.users[1]])
    #expect(try Rule.validated(twice).people == [Self.users[1], Self.users[0]])
  }
}
