import Domain

extension StoreTransaction {
  func perform(_ command: DigestCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .begin(let user, let day, let lease, let end):
      let account = try account(user).number
      try save(
        Rules.Digests.begin(digestPlan(of: account), day: day, lease, until: end, at: time), of: account)
      return .done
    case .fail(let user, let day, let lease):
      let account = try account(user).number
      if let plan = try Rules.Digests.fail(digestPlan(of: account), day: day, lease, at: time) {
        try save(plan, of: account)
      }
      return .done
    case .finish(let user, let day, let lease, let delivery):
      let account = try account(user)
      guard let plan = try Rules.Digests.finish(digestPlan(of: account.number), day: day, lease) else { return .done }
      try save(plan, of: account.number)
      // What was switched off while it was made is not told of.
      if plan.times.byMail, let mail = delivery?.mail { try insert(mail) }
      guard plan.times.inApp, let delivery, let reminder = delivery.reminder else { return .done }
      // One of an earlier day that nobody has looked at gives way. What was put off stays.
      let earlier = try reminders(.digests(user)).map(\.reminder).filter { $0.state == .due }
      let answer = try announce(earlier.map(Rules.Reminders.over) + [reminder], of: account)
      for push in delivery.pushes { try insert(push, of: reminder, at: time) }
      return answer
    }
  }

  /// The preferences of the user are these from now on: so are the times of their digest.
  func planDigest(of account: AccountState, _ preferences: AIPreferences, at time: Timestamp) throws {
    let known = try digestPlan(of: account.number)
    let wanted = preferences.digestTimes
    guard known != nil || wanted.isOn else { return }
    let profile = account.profile
    let plan = known ?? DigestPlan(user: profile.id, times: .init(), timeZone: profile.timeZone)
    try save(Rules.Digests.changed(plan, to: wanted, at: time), of: account.number)
  }
}
