import Domain
import ServerCore
import Testing

@Suite("Rules of conversations")
struct ConversationRulesTests {
  typealias It = RuleFixture

  private func request(
    _ kind: Conversation.Kind, _ members: [UserID], name: String? = " Team "
  ) -> ConversationRequest {
    ConversationRequest(
      creator: It.ada, id: It.team, kind: kind, name: name, members: members, at: It.now)
  }

  private func create(
    _ request: ConversationRequest, _ people: [Person?]? = nil, ofTheTwo: ConversationState? = nil,
    ofTheID: ConversationState? = nil
  ) throws -> ConversationCreation {
    let known = try people ?? Rules.Conversations.members(of: request, groupSize: 9).map { It.person($0) }
    return try Rules.Conversations.create(
      request, among: ConversationSurroundings(people: known, ofTheTwo: ofTheTwo, ofTheID: ofTheID),
      limits: It.limits)
  }

  @Test("a direct one has exactly one other member")
  func pair() throws {
    for members in [[], [It.ada], [It.ben, It.cleo]] {
      #expect(
        refusal { try Rules.Conversations.members(of: request(.direct, members), groupSize: 9) } == .invalid)
    }
    let made = try #require(try create(request(.direct, [It.ben, It.ben, It.ada])).created)
    #expect(made.audience == [It.ada, It.ben])
    #expect(made.row.name == nil)
    #expect(made.members.map(\.row.role) == [.member, .member])
  }

  @Test("a group has a name, its creator as admin, and each member once")
  func group() throws {
    let creation = try create(request(.group, [It.ben, It.ada, It.ben]))
    let made = try #require(creation.created)
    #expect(made.row.name == "Team")
    #expect(made.audience == [It.ada, It.ben])
    #expect(made.members.map(\.row.role) == [.admin, .member])
    #expect(made.rev == 1 && made.lastSeq == 0)
    #expect(creation.answer.joined == [It.ada, It.ben])
    for name in [nil, " "] {
      #expect(
        refusal { try Rules.Conversations.members(of: request(.group, [It.ben], name: name), groupSize: 9) }
          == .invalid)
    }
    #expect(refusal { try Rules.Conversations.members(of: request(.group, [It.ben]), groupSize: 1) } == .invalid)
  }

  @Test("everyone in it exists and has room for it")
  func people() {
    #expect(refusal { try create(request(.group, [It.ben]), [It.person(It.ada), nil]) } == .invalid)
    #expect(
      refusal { try create(request(.direct, [It.ben]), [It.person(It.ada, conversations: 5), It.person(It.ben)]) }
        == .conflict)
    let crowded = It.person(It.ben, conversations: 3, groupsOfMaker: 3)
    #expect(refusal { try create(request(.group, [It.ben]), [It.person(It.ada), crowded]) } == .conflict)
    #expect(refusal { try create(request(.direct, [It.ben]), [It.person(It.ada), crowded]) } == nil)
  }

  @Test("two people have one direct conversation, even when they are in too many others")
  func existing() throws {
    let creation = try create(
      request(.direct, [It.ben]), [It.person(It.ada, conversations: 5), It.person(It.ben)], ofTheTwo: It.direct)
    #expect(creation.created == nil && creation.answer.changes.isEmpty)
    guard case .success(.conversation(It.direct.row, isNew: false)) = creation.answer.result else {
      Issue.record("the existing one is not answered")
      return
    }
  }

  @Test("a repeat by its creator answers what is there; any other use of the id is a conflict")
  func repeats() throws {
    #expect(try create(request(.group, [It.ben]), ofTheID: It.group).created == nil)
    #expect(refusal { try create(request(.direct, [It.ben]), ofTheID: It.group) } == .conflict)
    let left = It.conversation([It.member(It.ada, .admin, left: true), It.member(It.ben, .admin)])
    #expect(refusal { try create(request(.group, [It.ben]), ofTheID: left) } == .conflict)
    let bens = ConversationRequest(
      creator: It.ben, id: It.team, kind: .group, name: "x", members: [], at: It.now)
    #expect(refusal { try create(bens, ofTheID: It.group) } == .conflict)
  }

  @Test("admins change name and photo, and only what they name")
  func update() throws {
    let named = try update(It.group, by: It.ada, name: " New ", photo: nil)
    #expect(named.row?.name == "New" && named.row?.rev == 11 && named.rev == 11)
    #expect(named.answer.deltas.map(\.audience) == [[It.ada, It.ben, It.cleo]])
    let pictured = try update(It.group, by: It.ada, name: nil, photo: .some("p"))
    #expect(pictured.row?.name == "Team" && pictured.row?.photo == "p")
    let same = try update(It.group, by: It.ada, name: "Team", photo: .some(nil))
    #expect(same.rev == It.group.rev && same.answer.changes.isEmpty)
    #expect(refusal { try update(It.group, by: It.ada, name: " ", photo: nil) } == .invalid)
    #expect(refusal { try update(It.group, by: It.ben, name: "x", photo: nil) } == .forbidden)
    #expect(refusal { try update(It.direct, by: It.ada, name: "x", photo: nil) } == .forbidden)
  }

  @Test("another name leaves when, by whom and from which; the last one counts, and nothing else leaves or takes it")
  func renaming() throws {
    var state = It.group
    let launch = try update(state, by: It.ada, name: " Launch ", photo: nil)
    #expect(launch.row?.renamed == Renaming(at: It.now, by: It.ada, from: "Team"))
    state.apply(launch)
    #expect(try update(state, by: It.ada, name: "Launch", photo: nil).row == nil)
    let pictured = try update(state, by: It.ada, name: "Launch", photo: .some("p"))
    #expect(pictured.row?.renamed == Renaming(at: It.now, by: It.ada, from: "Team"))
    let back = try Rules.Conversations.update(
      state, by: It.ada, name: "Team", photo: nil, at: It.now.adding(seconds: 9))
    #expect(back.row?.renamed == Renaming(at: It.now.adding(seconds: 9), by: It.ada, from: "Launch"))
    #expect(try update(It.group, by: It.ada, name: nil, photo: .some("p")).row?.renamed == nil)
    #expect(try create(request(.group, [It.ben])).created?.row.renamed == nil, "a first name is no renaming")
  }

  private func update(
    _ state: ConversationState, by asker: UserID, name: String?, photo: String??
  ) throws -> ConversationChange {
    try Rules.Conversations.update(state, by: asker, name: name, photo: photo, at: It.now)
  }
}
