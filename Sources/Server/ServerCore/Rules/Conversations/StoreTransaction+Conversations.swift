import Domain

extension StoreTransaction {
  func perform(_ command: ConversationCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .create(let creator, let id, let kind, let name, let members):
      return try create(
        ConversationRequest(creator: creator, id: id, kind: kind, name: name, members: members, at: time))
    case .update(let asker, let id, let name, let photo):
      let conversation = try conversation(id)
      let former = conversation.state.row.photo
      let change = try Rules.Conversations.update(conversation.state, by: asker, name: name, photo: photo, at: time)
      guard let row = change.row, let account = conversation.state.presentMember(asker)?.account else {
        return try save(change, in: conversation)
      }
      try checkPhoto(row.photo, instead: former, by: account)
      let answer = try save(change, in: conversation)
      try changePhoto(to: row.photo, instead: former, of: .conversation(conversation.key))
      return answer
    }
  }

  private func create(_ request: ConversationRequest) throws -> CommandAnswer {
    let isGroup = request.kind == .group
    let members = try Rules.Conversations.members(of: request, groupSize: groupSize)
    let people = try people(members, madeBy: request.creator, isGroup: isGroup)
    let accounts = people.compactMap { $0?.account }
    let ofTheTwo =
      !isGroup && accounts.count == 2 ? try directConversation(of: accounts[0], and: accounts[1]) : nil
    let creation = try Rules.Conversations.create(
      request,
      among: ConversationSurroundings(
        people: people, ofTheTwo: ofTheTwo?.state, ofTheID: loadedConversation(request.id)?.state),
      limits: limits)
    if let state = creation.created { try insert(state) }
    return creation.answer
  }

  /// The users in the given order, `nil` for unknown and deleted ones, with what the limits of
  /// conversations need.
  func people(_ users: [UserID], madeBy maker: UserID, isGroup: Bool) throws -> [Person?] {
    try users.map { user in
      guard let account = try account(of: user) else { return nil }
      var person = Person(
        account: account.number, id: user, name: account.profile.name, photo: account.profile.photo)
      person.conversations = try conversationCount(of: account.number, upTo: limits.conversationsPerUser)
      if Rules.Members.mayCrowd(
        user, inConversations: person.conversations, madeBy: maker, isGroup: isGroup, limits: limits)
      {
        person.groupsOfMaker = try groupCount(of: account.number, madeBy: maker)
      }
      return person
    }
  }

  /// Saves what changes in a conversation and answers what the change does.
  func save(_ change: ConversationChange, in conversation: LoadedConversation) throws -> CommandAnswer {
    guard change.rev != conversation.state.rev else { return change.answer }
    try saveRows(of: change, in: conversation)
    for insight in change.insights { try save(insight, in: conversation) }
    markChanged(conversation)
    conversation.state.apply(change)
    for user in change.leaving { try eraseRecords(.about(conversation, of: user)) }
    return change.answer
  }
}
