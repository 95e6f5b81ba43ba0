import Domain
import ServerCore

/// States for the tests of rules, made by hand: there is no store here.
enum RuleFixture {
  static let now = Timestamp(milliseconds: 1_800_000_000_000)
  static let limits = StoreLimits(
    conversationsPerUser: 5, groupsFromOnePerson: 3, textPerUser: 100, textInAll: 150)
  static let space = TextSpace(used: 0, total: 0, limits: limits)

  static func user(_ number: UInt64) -> UserID { UserID(high: 1, low: number) }
  static func message(_ number: UInt64) -> MessageID { MessageID(high: 2, low: number) }
  static func insight(_ number: UInt64) -> InsightID { InsightID(high: 3, low: number) }

  static let (ada, ben, cleo, eve) = (user(1), user(2), user(3), user(4))
  static let team = ConversationID(high: 4, low: 1)

  static func person(_ user: UserID, conversations: Int = 0, groupsOfMaker: Int = 0) -> Person {
    Person(
      account: Int64(user.low), id: user, name: "User \(user.low)", photo: nil, conversations: conversations,
      groupsOfMaker: groupsOfMaker)
  }

  static func member(
    _ user: UserID, _ role: Member.Role = .member, joined seconds: Int64 = 0, left: Bool = false, read: Int64 = 0
  ) -> MemberState {
    MemberState(
      account: Int64(user.low), joinedAt: now.adding(seconds: seconds),
      row: Member(
        user: user, rev: 1, role: role, name: "User \(user.low)", deliveredSeq: read, readSeq: read,
        leftAt: left ? now : nil))
  }

  /// A conversation of these at revision 10, with 8 messages. Ada made it.
  static func conversation(
    _ members: [MemberState], kind: Conversation.Kind = .group, isOn: Bool = true
  ) -> ConversationState {
    let row = Conversation(
      id: team, rev: 1, kind: kind, name: kind == .group ? "Team" : nil, createdAt: now, createdBy: ada,
      isIntelligenceOn: isOn)
    return ConversationState(row: row, rev: 10, lastSeq: 8, members: members)
  }

  /// Ada leads it, Ben and Cleo are in it, Eve was.
  static var group: ConversationState {
    conversation([member(ada, .admin), member(ben), member(cleo), member(eve, left: true, read: 3)])
  }

  static var direct: ConversationState { conversation([member(ada), member(ben)], kind: .direct) }

  static func posted(_ text: String = "text", by sender: UserID = ada, number: UInt64 = 1) -> Message {
    Message(id: message(number), seq: Int64(number), rev: 2, sender: sender, text: text, createdAt: now)
  }

  static func account(_ user: UserID = ada, isDisabled: Bool = false) -> AccountState {
    let profile = Profile(
      id: user, rev: 4, email: "a@x.org", name: "Ada", photo: "p", timeZone: "UTC", workspaceRole: .member,
      createdAt: now)
    return AccountState(number: Int64(user.low), profile: profile, rev: 7, isDisabled: isDisabled)
  }
}

/// The code of what `body` was refused with; `nil` when it was not.
func refusal<Value>(_ body: () throws -> Value) -> ErrorCode? {
  do {
    _ = try body()
    return nil
  } catch let refusal as Refusal {
    return refusal.code
  } catch {
    return .internal
  }
}

extension CommandAnswer {
  /// The deltas that are announced, each with who hears of it.
  var deltas: [(delta: FeedDelta, audience: [UserID])] {
    changes.compactMap { if case .delta(let delta, let audience) = $0 { (delta, audience) } else { nil } }
  }

  var joined: [UserID] {
    changes.flatMap { change -> [UserID] in if case .joined(_, let users) = change { users } else { [] } }
  }

  var gone: [UserID] {
    changes.flatMap { change -> [UserID] in if case .gone(_, let users) = change { users } else { [] } }
  }

  /// The delta that it answers with.
  var message: FeedDelta? { if case .success(.message(let delta)) = result { delta } else { nil } }
}
