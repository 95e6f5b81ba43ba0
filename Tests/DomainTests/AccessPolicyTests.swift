import Domain
import Testing

@Suite("Access policy")
struct AccessPolicyTests {
  /// Every standing there is, by name.
  static let standings: [(name: String, standing: Standing)] = [
    ("outsider of a direct", Standing(kind: .direct, role: nil)),
    ("outsider of a group", Standing(kind: .group, role: nil)),
    ("ex-member and author", Standing(kind: .group, role: nil, isAuthor: true)),
    ("direct member", Standing(kind: .direct, role: .member)),
    ("direct author", Standing(kind: .direct, role: .member, isAuthor: true)),
    ("direct admin by mistake", Standing(kind: .direct, role: .admin)),
    ("group member", Standing(kind: .group, role: .member)),
    ("group author", Standing(kind: .group, role: .member, isAuthor: true)),
    ("group admin", Standing(kind: .group, role: .admin)),
    ("group admin and author", Standing(kind: .group, role: .admin, isAuthor: true)),
  ]

  /// What each standing may do; everything else is forbidden to members and hidden from everyone else.
  static let everyMember: Set<ConversationAction> = [
    .read, .search, .post, .advanceWatermark, .type, .changeSettings, .askIntelligence, .changeInsight,
  ]
  static let directMember = everyMember.union([.switchIntelligence])
  static let allowed: [String: Set<ConversationAction>] = [
    "direct member": directMember,
    "direct author": directMember.union([.editMessage, .deleteMessage]),
    "direct admin by mistake": directMember,
    "group member": everyMember.union([.leave]),
    "group author": everyMember.union([.leave, .editMessage, .deleteMessage]),
    "group admin": Set(ConversationAction.allCases).subtracting([.editMessage]),
    "group admin and author": Set(ConversationAction.allCases),
  ]

  @Test("answers the whole table of standing and action", arguments: standings.map(\.name))
  func table(name: String) throws {
    let standing = try #require(Self.standings.first { $0.name == name }).standing
    for action in ConversationAction.allCases {
      let decision = AccessPolicy.decide(action, standing)
      if standing.role == nil {
        #expect(decision == .hidden, "\(name) \(action)")
      } else if Self.allowed[name, default: []].contains(action) {
        #expect(decision == .allowed, "\(name) \(action)")
      } else {
        #expect(decision == .forbidden, "\(name) \(action)")
      }
    }
  }

  @Test("hidden and absent answer with the same refusal")
  func hiddenIsAbsent() {
    #expect(throws: Refusal.notFound) { try AccessDecision.hidden.check() }
    #expect(Refusal.notFound.code == .notFound)
  }
}
