import Domain
import ServerCore
import Testing

@Suite("Rules of members")
struct MemberRulesTests {
  typealias It = RuleFixture

  @Test("an admin adds those who are not there yet, each once")
  func joining() throws {
    let joining = try Rules.Members.joining(
      [It.ben, It.eve, It.eve, It.user(9)], It.group, by: It.ada, groupSize: 9)
    #expect(joining == [It.eve, It.user(9)])
    #expect(try Rules.Members.joining([It.ben], It.group, by: It.ada, groupSize: 3).isEmpty)
    #expect(refusal { try Rules.Members.joining([It.eve], It.group, by: It.ben, groupSize: 9) } == .forbidden)
    #expect(refusal { try Rules.Members.joining([It.ben], It.group, by: It.eve, groupSize: 9) } == .notFound)
    #expect(refusal { try Rules.Members.joining([It.eve], It.direct, by: It.ada, groupSize: 9) } == .forbidden)
  }

  @Test("a group has no more members than its limit, counting those who are there")
  func size() throws {
    #expect(try Rules.Members.joining([It.eve], It.group, by: It.ada, groupSize: 4).count == 1)
    #expect(refusal { try Rules.Members.joining([It.eve], It.group, by: It.ada, groupSize: 3) } == .invalid)
  }

  @Test("whoever joins reads history without owing it; who comes back keeps the watermarks and not the role")
  func add() throws {
    let state = It.conversation([It.member(It.ada, .admin), It.member(It.eve, .admin, left: true, read: 3)])
    let change = try Rules.Members.add(
      [It.person(It.eve), It.person(It.ben)], to: state, by: It.ada, at: It.now, limits: It.limits)
    #expect(change.members.map(\.row.joinSeq) == [8, 8])
    #expect(change.members.map(\.row.readSeq) == [3, 0])
    #expect(change.members.map(\.row.role) == [.member, .member])
    #expect(change.members.map(\.row.rev) == [11, 11])
    #expect(change.membershipVersion == 11)
    #expect(change.answer.deltas.map(\.audience) == [[It.ada]])
    #expect(change.answer.joined == [It.eve, It.ben])
    var after = state
    after.apply(change)
    #expect(after.audience == [It.ada, It.eve, It.ben])
  }

  @Test("nobody can be added who does not exist")
  func unknown() {
    #expect(
      refusal { try Rules.Members.add([nil], to: It.group, by: It.ada, at: It.now, limits: It.limits) } == .invalid)
  }

  @Test("a person is in no more conversations than they may, and in no more groups of another maker")
  func room() throws {
    func add(_ person: Person) -> ErrorCode? {
      refusal { try Rules.Members.add([person], to: It.group, by: It.ada, at: It.now, limits: It.limits) }
    }
    #expect(add(It.person(It.eve, conversations: 4)) == nil)
    #expect(add(It.person(It.eve, conversations: 5)) == .conflict)
    #expect(add(It.person(It.eve, conversations: 4, groupsOfMaker: 2)) == nil)
    #expect(add(It.person(It.eve, conversations: 4, groupsOfMaker: 3)) == .conflict)
    // One's own groups do not crowd oneself.
    let maker = It.person(It.ada, conversations: 4, groupsOfMaker: 4)
    #expect(
      refusal {
        try Rules.Members.checkRoom(for: [maker], madeBy: It.ada, asker: It.ada, isGroup: true, limits: It.limits)
      } == nil)
  }

  @Test("groups of one maker are counted only where they could be too many")
  func counting() {
    func counts(_ count: Int, _ user: UserID = It.ben, isGroup: Bool = true) -> Bool {
      Rules.Members.mayCrowd(user, inConversations: count, madeBy: It.ada, isGroup: isGroup, limits: It.limits)
    }
    #expect(counts(3))
    #expect(!counts(2))
    #expect(!counts(3, It.ada))
    #expect(!counts(3, isGroup: false))
  }

  @Test("who is removed leaves a tombstone, loses what they kept of it, and those who stay hear of it")
  func remove() throws {
    let change = try Rules.Members.remove(It.ben, from: It.group, by: It.ada, at: It.now)
    #expect(change.members.map(\.row.leftAt) == [It.now])
    #expect(change.leaving == [It.ben])
    #expect(change.membershipVersion == 11)
    #expect(change.answer.deltas.map(\.audience) == [[It.ada, It.cleo]])
    #expect(change.answer.gone == [It.ben])
    #expect(refusal { try Rules.Members.remove(It.cleo, from: It.group, by: It.ben, at: It.now) } == .forbidden)
    #expect(refusal { try Rules.Members.remove(It.eve, from: It.group, by: It.ada, at: It.now) } == .notFound)
    #expect(refusal { try Rules.Members.remove(It.ada, from: It.direct, by: It.ada, at: It.now) } == .forbidden)
  }

  @Test("members leave by themselves; the last admin does not while others stay")
  func leave() throws {
    #expect(try Rules.Members.remove(It.ben, from: It.group, by: It.ben, at: It.now).leaving == [It.ben])
    #expect(refusal { try Rules.Members.remove(It.ada, from: It.group, by: It.ada, at: It.now) } == .conflict)
    let two = It.conversation([It.member(It.ada, .admin), It.member(It.ben, .admin)])
    #expect(try Rules.Members.remove(It.ada, from: two, by: It.ada, at: It.now).leaving == [It.ada])
    let alone = It.conversation([It.member(It.ada, .admin), It.member(It.ben, .admin, left: true)])
    #expect(try Rules.Members.remove(It.ada, from: alone, by: It.ada, at: It.now).leaving == [It.ada])
  }

  @Test("admins give and take roles, but one admin remains")
  func role() throws {
    let change = try Rules.Members.setRole(.admin, of: It.ben, in: It.group, by: It.ada)
    #expect(change.members.map(\.row.role) == [.admin])
    #expect(change.membershipVersion == nil)
    #expect(try Rules.Members.setRole(.member, of: It.ben, in: It.group, by: It.ada).rev == It.group.rev)
    #expect(refusal { try Rules.Members.setRole(.member, of: It.ada, in: It.group, by: It.ada) } == .conflict)
    #expect(refusal { try Rules.Members.setRole(.admin, of: It.ben, in: It.group, by: It.ben) } == .forbidden)
    #expect(refusal { try Rules.Members.setRole(.admin, of: It.eve, in: It.group, by: It.ada) } == .notFound)
  }

  @Test("an admin who has left leads nobody: the last one who is there does not go")
  func formerAdmin() {
    let state = It.conversation([It.member(It.ada, .admin), It.member(It.ben), It.member(It.cleo, .admin, left: true)])
    #expect(refusal { try Rules.Members.remove(It.ada, from: state, by: It.ada, at: It.now) } == .conflict)
    #expect(refusal { try Rules.Members.setRole(.member, of: It.ada, in: state, by: It.ada) } == .conflict)
  }

  @Test("a new name and photo are shown in the member's row, and everybody there hears of it")
  func renamed() {
    let change = Rules.Members.rename(It.ben, to: "Benedict", photo: "new", in: It.group)
    #expect(change.members.map(\.row.name) == ["Benedict"])
    #expect(change.members.map(\.row.photo) == ["new"])
    #expect(change.answer.deltas.map(\.audience) == [[It.ada, It.ben, It.cleo]])
    #expect(Rules.Members.rename(It.user(9), to: "x", photo: nil, in: It.group).members.isEmpty)
  }

  @Test("the photo of a deleted account goes too")
  func erasedPhoto() {
    var pictured = It.member(It.ben)
    pictured.row.photo = "face"
    let state = It.conversation([It.member(It.ada, .admin), pictured])
    #expect(Rules.Members.erase(It.ben, from: state, at: It.now).members.map(\.row.photo) == [nil])
  }

  @Test("with a deleted account goes its name everywhere, and its place in groups")
  func erase() {
    let change = Rules.Members.erase(It.ben, from: It.group, at: It.now)
    #expect(change.members.map(\.row.name) == ["Deleted user"])
    #expect(change.answer.gone == [It.ben])
    let former = Rules.Members.erase(It.eve, from: It.group, at: It.now)
    #expect(former.members.map(\.row.name) == ["Deleted user"])
    #expect(former.answer.gone.isEmpty)
    let direct = Rules.Members.erase(It.ada, from: It.direct, at: It.now)
    #expect(direct.members.map(\.row.isPresent) == [true])
    #expect(direct.answer.gone.isEmpty)
    #expect(Rules.Members.erase(It.user(9), from: It.group, at: It.now).members.isEmpty)
  }

  @Test("an only admin's heir is who has been there longest, by age of account where they came together")
  func heir() {
    func heir(_ others: MemberState...) -> [UserID] {
      let state = It.conversation([It.member(It.ada, .admin)] + others)
      return Rules.Members.erase(It.ada, from: state, at: It.now).members.filter { $0.row.role == .admin }
        .map(\.row.user).filter { $0 != It.ada }
    }
    #expect(heir(It.member(It.ben, joined: 9), It.member(It.cleo, joined: 5)) == [It.cleo])
    #expect(heir(It.member(It.cleo), It.member(It.ben)) == [It.ben])
    #expect(heir(It.member(It.ben, left: true), It.member(It.cleo, joined: 5)) == [It.cleo])
    #expect(heir(It.member(It.ben), It.member(It.cleo, .admin)).contains(It.ben) == false)
    #expect(heir() == [])
  }
}

@Suite("Rules of watermarks and settings")
struct WatermarkRulesTests {
  typealias It = RuleFixture

  private func advance(_ changes: WatermarkChange...) -> [UserID: [Int64]] {
    let change = Rules.Members.advanceWatermarks(changes, in: It.group)
    return Dictionary(
      uniqueKeysWithValues: change.members.map { ($0.row.user, [$0.row.deliveredSeq, $0.row.readSeq]) })
  }

  @Test("they rise, never beyond the last message, and reading implies delivery")
  func rise() {
    #expect(advance(WatermarkChange(user: It.ben, read: 3)) == [It.ben: [3, 3]])
    #expect(advance(WatermarkChange(user: It.ben, delivered: 99)) == [It.ben: [8, 0]])
    #expect(
      advance(WatermarkChange(user: It.ben, read: 5), WatermarkChange(user: It.ben, delivered: 2, read: 1))
        == [It.ben: [5, 5]])
  }

  @Test("only the explicit mark as unread lowers one")
  func unread() {
    let state = It.conversation([It.member(It.ada, .admin), It.member(It.ben, read: 6)])
    let lower = Rules.Members.advanceWatermarks([WatermarkChange(user: It.ben, read: 2)], in: state)
    #expect(lower.rev == state.rev && lower.answer.changes.isEmpty)
    let marked = Rules.Members.advanceWatermarks([WatermarkChange(user: It.ben, unreadFrom: 2)], in: state)
    #expect(marked.members.map { [$0.row.deliveredSeq, $0.row.readSeq] } == [[6, 2]])
  }

  @Test("none leaves the conversation's messages, at either end")
  func bounds() {
    #expect(advance(WatermarkChange(user: It.ben, read: 99)) == [It.ben: [8, 8]])
    let state = It.conversation([It.member(It.ada, .admin), It.member(It.ben, read: 6)])
    let low = Rules.Members.advanceWatermarks([WatermarkChange(user: It.ben, unreadFrom: -2)], in: state)
    #expect(low.members.map(\.row.readSeq) == [0])
    let high = Rules.Members.advanceWatermarks([WatermarkChange(user: It.ben, unreadFrom: 99)], in: state)
    #expect(high.members.map(\.row.readSeq) == [8])
  }

  @Test("those of outsiders and former members are left out; all others share one revision")
  func outsiders() {
    let changes = [It.ada, It.eve, It.user(9), It.ben].map { WatermarkChange(user: $0, read: 1) }
    let change = Rules.Members.advanceWatermarks(changes, in: It.group)
    #expect(change.members.map(\.row.user) == [It.ada, It.ben])
    #expect(change.answer.deltas.map(\.delta.toRev) == [11])
  }

  @Test("settings are their owner's, in their private feed, and change only what is named")
  func settings() throws {
    #expect(try Rules.Members.settingsOwner(It.ben, in: It.group) == Int64(It.ben.low))
    #expect(refusal { try Rules.Members.settingsOwner(It.eve, in: It.group) } == .notFound)
    let until = It.now.adding(seconds: 60)
    let known = ConversationSettings(conversation: It.team, rev: 3, muted: true, mutedUntil: until)
    func change(_ change: ConversationSettingsChange) -> SettingsRuling {
      Rules.Members.changeSettings(change, from: known, rev: 5, of: It.team, by: It.ben, at: It.now)
    }
    let pinned = try #require(change(ConversationSettingsChange(pinned: true)).changed)
    #expect(pinned.pinned && pinned.muted && pinned.mutedUntil == until && pinned.rev == 6)
    let loud = try #require(change(ConversationSettingsChange(muted: false)).changed)
    #expect(!loud.muted && loud.mutedUntil == nil)
    let archived = try #require(change(ConversationSettingsChange(archived: true)).changed)
    #expect(archived.archivedAt == It.now)
    #expect(change(ConversationSettingsChange(muted: true, mutedUntil: until)).changed == nil)
    #expect(change(ConversationSettingsChange(pinned: true)).answer.deltas.map(\.audience) == [[It.ben]])
  }

  @Test("what is loud has no end of silence, and what is archived keeps the time of it until it is not")
  func times() throws {
    let before = It.now.adding(seconds: -60)
    let known = ConversationSettings(
      conversation: It.team, rev: 3, muted: true, archived: true, archivedAt: before)
    func change(_ change: ConversationSettingsChange) -> ConversationSettings? {
      Rules.Members.changeSettings(change, from: known, rev: 5, of: It.team, by: It.ben, at: It.now).changed
    }
    let loud = try #require(change(ConversationSettingsChange(muted: false, mutedUntil: It.now)))
    #expect(!loud.muted && loud.mutedUntil == nil)
    #expect(change(ConversationSettingsChange(archived: true)) == nil)
    let back = try #require(change(ConversationSettingsChange(archived: false)))
    #expect(!back.archived && back.archivedAt == nil)
  }
}
