import Domain

/// What a new conversation is to be.
package struct ConversationRequest: Sendable {
  package let creator: UserID
  package let id: ConversationID
  package let kind: Conversation.Kind
  package let name: String?
  package let members: [UserID]
  package let at: Timestamp

  package init(
    creator: UserID, id: ConversationID, kind: Conversation.Kind, name: String?, members: [UserID], at: Timestamp
  ) {
    self.creator = creator
    self.id = id
    self.kind = kind
    self.name = name
    self.members = members
    self.at = at
  }
}

/// What is known of the people and ids that a new conversation names.
package struct ConversationSurroundings: Sendable {
  /// Everyone who is to be in it, in the order of `members(of:)`; `nil` for those who do not exist.
  package var people: [Person?]
  /// The direct conversation that the two have already.
  package var ofTheTwo: ConversationState?
  /// The conversation that has the requested id already.
  package var ofTheID: ConversationState?

  package init(people: [Person?], ofTheTwo: ConversationState? = nil, ofTheID: ConversationState? = nil) {
    self.people = people
    self.ofTheTwo = ofTheTwo
    self.ofTheID = ofTheID
  }
}

package struct ConversationCreation: Sendable {
  /// To be stored; `nil` when an existing one is answered.
  package let created: ConversationState?
  package let answer: CommandAnswer
}

extension Rules.Conversations {
  /// Everyone who is to be in it, the creator first. Throws `invalid` unless a direct one names one
  /// other, and a group has a name and no more members than it may.
  package static func members(of request: ConversationRequest, groupSize: Int) throws(Refusal) -> [UserID] {
    switch request.kind {
    case .direct:
      let others = Rules.Members.unique(request.members).filter { $0 != request.creator }
      guard others.count == 1 else {
        throw Refusal(.invalid, "A direct conversation has exactly one other member.")
      }
      return [request.creator, others[0]]
    case .group:
      _ = try groupName(of: request)
      let members = Rules.Members.unique([request.creator] + request.members)
      try Rules.Members.checkGroupSize(members.count, limit: groupSize)
      return members
    }
  }

  /// Two people have one direct conversation, which is answered to whoever opens it. A repeated id
  /// of the same creator answers the existing one; another's is a `conflict`.
  package static func create(
    _ request: ConversationRequest, among surroundings: ConversationSurroundings, limits: StoreLimits
  ) throws(Refusal) -> ConversationCreation {
    let people = try Rules.Members.existing(surroundings.people)
    if request.kind == .direct, let existing = surroundings.ofTheTwo { return answering(existing) }
    if let existing = surroundings.ofTheID {
      let isSame = existing.row.createdBy == request.creator && existing.row.kind == request.kind
      guard isSame, existing.presentMember(request.creator) != nil else {
        throw Refusal(.conflict, "That conversation id is in use.")
      }
      return answering(existing)
    }
    try Rules.Members.checkRoom(
      for: people, madeBy: request.creator, asker: request.creator, isGroup: request.kind == .group, limits: limits)
    let name = request.kind == .group ? try groupName(of: request) : nil
    let row = Conversation(
      id: request.id, rev: 1, kind: request.kind, name: name, createdAt: request.at, createdBy: request.creator)
    let members = people.map { person in
      let isAdmin = request.kind == .group && person.id == request.creator
      let member = Member(
        user: person.id, rev: 1, role: isAdmin ? .admin : .member, name: person.name, photo: person.photo)
      return MemberState(account: person.account, joinedAt: request.at, row: member)
    }
    return ConversationCreation(
      created: ConversationState(row: row, rev: 1, lastSeq: 0, members: members),
      answer: CommandAnswer(
        .conversation(row, isNew: true), changes: [.joined(row.id, people.map(\.id))]))
  }

  /// Changes what is named: the outer `nil` leaves the photo as it is, the inner one removes it.
  /// Another name leaves a renaming in the row, in the place of the one before.
  package static func update(
    _ state: ConversationState, by asker: UserID, name: String?, photo: String??, at time: Timestamp
  ) throws(Refusal) -> ConversationChange {
    try state.authorize(.rename, asker)
    var row = state.row
    if let name {
      row.name = try AccountRules.validatedName(name)
      if let former = state.row.name, former != row.name {
        row.renamed = Renaming(at: time, by: asker, from: former)
      }
    }
    if let photo { row.photo = photo }
    guard row != state.row else { return .none(state, .conversation(row, isNew: false)) }
    row.rev = state.nextRev
    return state.changing(row: row, result: .conversation(row, isNew: false))
  }

  private static func answering(_ existing: ConversationState) -> ConversationCreation {
    ConversationCreation(
      created: nil, answer: CommandAnswer(.conversation(existing.row, isNew: false)))
  }

  private static func groupName(of request: ConversationRequest) throws(Refusal) -> String {
    try AccountRules.validatedName(request.name ?? "")
  }
}
