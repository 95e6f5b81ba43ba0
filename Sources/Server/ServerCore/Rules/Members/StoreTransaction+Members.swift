import Domain

extension StoreTransaction {
  func perform(_ command: MemberCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .add(let asker, let id, let users):
      let conversation = try conversation(id)
      let joining = try Rules.Members.joining(users, conversation.state, by: asker, groupSize: groupSize)
      let people = try people(joining, madeBy: conversation.state.row.createdBy, isGroup: true)
      return try save(
        Rules.Members.add(people, to: conversation.state, by: asker, at: time, limits: limits), in: conversation)
    case .remove(let asker, let id, let user):
      let conversation = try conversation(id)
      return try save(Rules.Members.remove(user, from: conversation.state, by: asker, at: time), in: conversation)
    case .setRole(let asker, let id, let user, let role):
      let conversation = try conversation(id)
      return try save(Rules.Members.setRole(role, of: user, in: conversation.state, by: asker), in: conversation)
    case .changeSettings(let asker, let id, let change):
      let conversation = try conversation(id)
      let owner = try Rules.Members.settingsOwner(asker, in: conversation.state)
      let ruling = Rules.Members.changeSettings(
        change, from: try settings(of: owner, in: conversation), rev: try account(asker).rev, of: id, by: asker,
        at: time)
      if let settings = ruling.changed { try save(settings, of: owner, in: conversation) }
      return ruling.answer
    case .advanceWatermarks(let id, let changes):
      let conversation = try conversation(id)
      return try save(Rules.Members.advanceWatermarks(changes, in: conversation.state), in: conversation)
    }
  }
}
