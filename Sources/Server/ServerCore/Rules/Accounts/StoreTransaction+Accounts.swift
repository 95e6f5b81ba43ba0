import Domain

extension StoreTransaction {
  func perform(_ command: AccountCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .create(let account, let admission, let identity):
      return try create(account, by: admission, identity: identity, at: time)
    case .link(let user, let identity, let email):
      let account = try account(user)
      try link(identity, to: account.number, at: time)
      let ruling = Rules.Accounts.verify(email, of: account, at: time)
      return try CommandAnswer(.done, changes: save(ruling, of: account).changes)
    case .unlink(let user, let issuer, let usable, let allowsPasswords):
      let account = try account(user).number
      try Rules.Identities.unlink(
        issuer: issuer, of: identities(of: account).map(\.identity), usable: usable,
        hasPassword: allowsPasswords && hasPassword(account))
      try removeIdentity(of: account, at: issuer)
      return .done
    case .updateProfile(let user, let change):
      return try updateProfile(of: account(user), change)
    case .setPassword(let user, let hash, let kept):
      let account = try account(user).number
      try savePassword(hash, of: account)
      try removeReset(of: account)
      return try CommandAnswer(
        .done, changes: end(Rules.Sessions.endAll(openSessions(of: account), except: kept), at: time))
    case .requestReset(let user, let hash, let expiresAt, let mail):
      try saveReset(hash, of: account(user).number, expiresAt: expiresAt)
      try insert(mail)
      return .done
    case .resetPassword(let token, let hash): return try resetPassword(token, to: hash, at: time)
    case .wishEmail(let wish):
      let account = try account(wish.user)
      let isSent = try Rules.Accounts.wish(for: wish.email, of: account, holder: holder(ofAddress: wish.email))
      if isSent { try saveEmailChange(to: wish.email, wish.hash, of: account.number, expiresAt: wish.expiresAt) }
      try insert(isSent ? wish.letter : wish.taken)
      return .done
    case .useEmail(let token, let notice):
      let change = try Rules.Accounts.use(emailChange(token), at: time)
      var answer = try setEmail(of: account(change.user), to: change.email, notice, at: time)
      answer.subject = change.user
      return answer
    case .setEmail(let user, let email, let notice):
      return try setEmail(of: account(user), to: email, notice, at: time)
    case .rehashPassword(let user, let hash):
      try savePassword(hash, of: account(user).number)
      return .done
    case .setWorkspaceRole(let user, let role):
      let account = try account(user)
      if role == .member { try dismiss(account, at: time) }
      return try save(Rules.Accounts.setWorkspaceRole(of: account, to: role), of: account)
    case .setDisabled(let user, let isDisabled):
      let account = try account(user)
      if isDisabled {
        try dismiss(account, at: time)
        try removeReset(of: account.number)
      }
      try saveDisabled(isDisabled, of: account.number)
      guard isDisabled else { return .done }
      return try CommandAnswer(.done, changes: endSessions(of: account.number, at: time))
    case .delete(let user):
      return try delete(account(user), at: time)
    case .touchLastSeen(let times):
      for (user, time) in times { try touchLastSeen(user, at: time) }
      return .done
    }
  }

  /// The link came to the account's address, so that is its user's.
  private func resetPassword(_ token: [UInt8], to hash: String, at time: Timestamp) throws -> CommandAnswer {
    let reset = try Rules.Accounts.use(reset(token), at: time)
    let account = try account(reset.user)
    try removeReset(of: reset.account)
    try savePassword(hash, of: reset.account)
    // Whoever owns the address starts afresh: somebody else may have linked theirs before.
    for linked in try identities(of: reset.account) {
      try removeIdentity(of: reset.account, at: linked.identity.issuer)
    }
    let verified = try save(Rules.Accounts.verify(account.profile.email, of: account, at: time), of: account)
    var answer = try CommandAnswer(.done, changes: endSessions(of: reset.account, at: time) + verified.changes)
    answer.subject = reset.user
    return answer
  }

  private func setEmail(
    of account: AccountState, to email: String, _ notice: Mail?, at time: Timestamp
  ) throws -> CommandAnswer {
    let ruling = try Rules.Accounts.setEmail(of: account, to: email, holder: holder(ofAddress: email), at: time)
    let isNew = email != account.profile.email
    let answer = try save(ruling, of: account)
    try removeEmailChange(of: account.number)
    if isNew { try removeReset(of: account.number) }
    if isNew, let notice { try insert(notice) }
    return answer
  }

  private func create(
    _ account: NewAccount, by admission: Admission, identity: Identity?, at time: Timestamp
  ) throws -> CommandAnswer {
    let (role, invitation) = try admit(admission, as: account.record.email, at: time)
    let isInUse = try isInUse(address: account.record.email, id: account.record.id)
    let profile = try Rules.Accounts.create(
      account, isInUse: isInUse, isFirst: workspace().isNew, role: role, rollouts: rollouts(),
      verifiedAt: identity != nil || invitation?.email == account.record.email ? time : nil)
    if let identity, try holder(of: identity) != nil { throw Refusal(.conflict, "That account elsewhere is in use.") }
    try insert(profile, of: account)
    if let identity { try link(identity, to: self.account(profile.id).number, at: time) }
    let changes = try invitation.map { try accept($0, by: profile.id, at: time) } ?? []
    return CommandAnswer(.profile(profile), changes: changes)
  }

  private func link(_ identity: Identity, to account: Int64, at time: Timestamp) throws {
    let linked = try identities(of: account).map(\.identity)
    guard try Rules.Identities.link(identity, to: account, holder: holder(of: identity), linked: linked) else { return }
    try insert(identity, of: account, at: time)
  }

  private func updateProfile(of account: AccountState, _ change: ProfileChange) throws -> CommandAnswer {
    let ruling = try Rules.Accounts.updateProfile(of: account, change)
    let (former, photo) = (account.profile.photo, ruling.changed?.photo)
    if ruling.changed != nil { try checkPhoto(photo, instead: former, by: account.number) }
    var answer = try save(ruling, of: account)
    if ruling.changed != nil { try changePhoto(to: photo, instead: former, of: .account(account.number)) }
    guard ruling.looksDifferent, let profile = ruling.changed else { return answer }
    for conversation in try conversations(of: account.number, includingFormer: false) {
      let change = Rules.Members.rename(profile.id, to: profile.name, photo: profile.photo, in: conversation.state)
      answer.changes += try save(change, in: conversation).changes
    }
    return answer
  }

  /// Erases who the user was and takes them out of every group; what they wrote stays.
  private func delete(_ account: AccountState, at time: Timestamp) throws -> CommandAnswer {
    let user = account.profile.id
    try Rules.Retentions.checkDeletion(isHeld: isHeld(account.number))
    // Who is alone leaves nobody behind.
    if try hasActiveAccount(besides: account.number, role: nil) { try checkAdminRemains(without: account) }
    try eraseRecords(.of(user))
    try withdrawInvitations(of: user, at: time)
    try removeFiles(.photo(.account(account.number)))
    try removeFiles(.unsent(by: account.number))
    try removeReset(of: account.number)
    try removeEmailChange(of: account.number)
    try erase(account, leaving: Rules.Accounts.erased(account), at: time)
    var answer = CommandAnswer.done
    // Groups left before are among them: the name goes from their tombstones too.
    for conversation in try conversations(of: account.number, includingFormer: true) {
      let change = Rules.Members.erase(user, from: conversation.state, at: time)
      answer.changes += try save(change, in: conversation).changes
    }
    answer.changes += try endSessions(of: account.number, at: time)
    // With the names of the devices. Nobody signs in again, which is when old ones go otherwise.
    try forgetSessions(of: account.number, before: Timestamp(milliseconds: .max))
    return answer
  }

  /// Whoever administers no more lets nobody in by what they have made: not even themselves.
  private func dismiss(_ account: AccountState, at time: Timestamp) throws {
    try checkAdminRemains(without: account)
    try withdrawInvitations(of: account.profile.id, at: time)
  }

  private func checkAdminRemains(without account: AccountState) throws {
    try Rules.Accounts.checkAdminRemains(
      without: account, hasOther: hasActiveAccount(besides: account.number, role: .admin))
  }

  func save(_ ruling: ProfileRuling, of account: AccountState) throws -> CommandAnswer {
    if let profile = ruling.changed { try save(profile, of: account) }
    return ruling.answer
  }

  /// Throws `notFound` for unknown and deleted users.
  func account(_ user: UserID) throws -> AccountState {
    guard let account = try account(of: user) else { throw Refusal.notFound }
    return account
  }
}
