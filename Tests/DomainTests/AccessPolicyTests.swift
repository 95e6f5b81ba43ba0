import Domain
import Testing

@Suite("Access policy")
struct AccessPolicyTests {
  /// Every context there is, by name.
  static let contexts: [(name: String, context: AccessContext)] = [
    ("outsider of a direct", AccessContext(kind: .direct, role: nil)),
    ("outsider of a group", AccessContext(kind: .group, role: nil)),
    ("ex-member and author", AccessContext(kind: .group, role: nil, isAuthor: true)),
    ("direct member", AccessContext(kind: .direct, role: .member)),
    ("direct author", AccessContext(kind: .direct, role: .member, isAuthor: true)),
    ("direct admin by mistake", AccessContext(kind: .direct, role: .admin)),
    ("group member", AccessContext(kind: .group, role: .member)),
    ("group author", AccessContext(kind: .group, role: .member, isAuthor: true)),
    ("group admin", AccessContext(kind: .group, role: .admin)),
    ("group admin and author", AccessContext(kind: .group, role: .admin, isAuthor: true)),
  ]

  /// What each may do; everything else is forbidden to members and hidden from everyone else.
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

  @Test("answers the whole table of context and action", arguments: contexts.map(\.name))
  func table(name: String) throws {
    let context = try #require(Self.contexts.first { $0.name == name }).context
    for action in ConversationAction.allCases {
      let decision = AccessPolicy.decide(action, context)
      if context.role == nil {
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
