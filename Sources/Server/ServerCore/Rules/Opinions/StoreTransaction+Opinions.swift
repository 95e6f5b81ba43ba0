import Domain

extension StoreTransaction {
  func perform(_ command: OpinionCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .set(let user, let opinion, let origin):
      let account = try account(user)
      let conversation = try conversation(opinion.conversation)
      try conversation.state.authorize(.read, user)
      guard let source = try source(opinion.message, in: conversation), !source.state.isDeleted else {
        throw Refusal.notFound
      }
      let known = try self.opinion(opinion.id, of: account.number)
      guard known?.feedback != opinion.feedback else { return .done }
      var row = opinion
      row.rev = account.rev + 1
      try save(row, of: account.number, origin, at: time)
      return try announce(hidden(by: row, from: user), [row], of: account)
    }
  }

  /// Reminders of tasks that their user is not shown any more: these are over.
  private func hidden(by opinion: Opinion, from user: UserID) throws -> [Reminder] {
    guard opinion.feedback == .unhelpful, opinion.subject == .actionItem else { return [] }
    return try reminders(.about(opinion.conversation, user)).map(\.reminder).filter { reminder in
      try reminder.insight.flatMap { try insight($0)?.insight }?.isHidden(by: [opinion.id]) ?? false
    }.map(Rules.Reminders.over)
  }
}
