import Domain

/// A user who is to come into a conversation.
package struct Person: Sendable {
  /// As in `MemberState`.
  package let account: Int64
  package let id: UserID
  package let name: String
  package let photo: String?
  /// Conversations that they are in now, counted no further than they may be in.
  package var conversations: Int
  /// Groups of the same maker that they are in now. Need not be counted while `conversations` is
  /// below `StoreLimits.groupsFromOnePerson`, nor for direct conversations, nor for the maker.
  package var groupsOfMaker: Int

  package init(
    account: Int64, id: UserID, name: String, photo: String?, conversations: Int = 0, groupsOfMaker: Int = 0
  ) {
    self.account = account
    self.id = id
    self.name = name
    self.photo = photo
    self.conversations = conversations
    self.groupsOfMaker = groupsOfMaker
  }
}

extension Rules.Members {
  /// Throws `invalid` when one of them does not exist.
  package static func existing(_ people: [Person?]) throws(Refusal) -> [Person] {
    let existing = people.compactMap { $0 }
    guard existing.count == people.count else { throw Refusal(.invalid, "One of the users does not exist.") }
    return existing
  }

  package static func checkGroupSize(_ count: Int, limit: Int) throws(Refusal) {
    guard count <= limit else { throw Refusal(.invalid, "A group has at most \(limit) members.") }
  }

  /// Throws `conflict` when one of the people can be in no more conversations, or in no more groups
  /// of the same maker.
  package static func checkRoom(
    for people: [Person], madeBy maker: UserID, asker: UserID, isGroup: Bool, limits: StoreLimits
  ) throws(Refusal) {
    for person in people {
      let who = person.id == asker ? "You are" : "\(person.name) is"
      guard person.conversations < limits.conversationsPerUser else {
        throw Refusal(.conflict, "\(who) in \(limits.conversationsPerUser) conversations, and cannot be in more.")
      }
      guard isGroup, person.id != maker else { continue }
      guard person.groupsOfMaker < limits.groupsFromOnePerson else {
        throw Refusal(
          .conflict, "\(who) in \(limits.groupsFromOnePerson) groups of the same maker, and cannot be in more.")
      }
    }
  }

  /// Whether `groupsOfMaker` has to be counted.
  package static func mayCrowd(
    _ person: UserID, inConversations count: Int, madeBy maker: UserID, isGroup: Bool, limits: StoreLimits
  ) -> Bool {
    isGroup && person != maker && count >= limits.groupsFromOnePerson
  }

  /// The same in the same order, each once.
  package static func unique(_ users: [UserID]) -> [UserID] {
    var seen: Set<UserID> = []
    return users.filter { seen.insert($0).inserted }
  }
}
