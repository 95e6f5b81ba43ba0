import Domain
import ServerCore

extension MemoryData {
  /// A refusal is thrown before anything is saved.
  mutating func commit(_ command: WriteCommand) -> CommandAnswer {
    do {
      return try apply(command.body, at: command.at)
    } catch let refusal as Refusal {
      return CommandAnswer(refusal: refusal)
    } catch {
      return CommandAnswer(refusal: Refusal(.internal, "\(error)"))
    }
  }

  private mutating func apply(_ body: WriteCommand.Body, at time: Timestamp) throws -> CommandAnswer {
    switch body {
    case .message(let command): return try apply(command, at: time)
    case .conversation(let command): return try apply(command, at: time)
    case .member(let command): return try apply(command, at: time)
    case .account(let command): return try apply(command, at: time)
    case .session(let command): return try apply(command, at: time)
    case .intelligence(.pipeline(let command)): return try apply(command, at: time)
    case .intelligence(.insight(let command)): return try apply(command, at: time)
    case .intelligence(.record(let command)): return try apply(command, at: time)
    case .system(.putSecret(let name, let value)):
      let kept = secrets[name] ?? value
      secrets[name] = kept
      return CommandAnswer(.secret(kept))
    case .system(.replaceSigningKey(let name, let value)):
      secrets[name] = value
      return CommandAnswer(.secret(value), changes: [.tokensReplaced])
    case .system(.probe): return .done
    }
  }

  // MARK: Messages

  private mutating func apply(_ command: MessageCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .post(let sender, let id, let message, let text, let replyTo):
      return try post(
        PostRequest(sender: sender, id: message, text: text, replyTo: replyTo, at: time), in: room(id))
    case .edit(let asker, let id, let message, let editID, let text):
      let (state, known) = (try room(id).state, self.message(message, in: id))
      let ruling = try Rules.Messages.edit(
        known?.message, isKnown: known?.editIDs.contains(editID) ?? false, to: text, editID: editID, by: asker,
        in: state, space: space(of: known?.message.sender), at: time)
      if case .changed = ruling, let ordinal = ordinals[message] { messages[ordinal].editIDs.insert(editID) }
      return save(ruling, in: state, at: time)
    case .delete(let asker, let id, let message):
      let state = try room(id).state
      let ruling = try Rules.Messages.delete(self.message(message, in: id)?.message, by: asker, in: state, at: time)
      return save(ruling, in: state, at: time)
    }
  }

  private mutating func post(_ request: PostRequest, in room: Room) throws -> CommandAnswer {
    let state = room.state
    let message = try Rules.Messages.compose(request, in: state)
    if let known = ordinals[message.id].map({ messages[$0] }) {
      return try Rules.Messages.repeated(
        known.message, isHere: known.conversation == state.id, by: request.sender, in: state)
    }
    if let replyTo = message.replyTo, self.message(replyTo, in: state.id) == nil { throw Rules.Messages.strayReply }
    try space(of: request.sender).check(adding: message.text.utf8.count)
    if messages.isEmpty { messages.append(Entry(conversation: state.id, message: message)) }
    ordinals[message.id] = messages.count
    rooms[state.id]?.ordinals.append(messages.count)
    rooms[state.id]?.state.didPost()
    messages.append(
      Entry(conversation: state.id, message: message, due: state.row.isIntelligenceOn ? Due() : nil))
    accounts[request.sender]?.textBytes += Int64(message.text.utf8.count)
    return Rules.Messages.posted(message, in: state)
  }

  private func space(of user: UserID?) -> TextSpace {
    TextSpace(
      used: user.flatMap { accounts[$0]?.textBytes } ?? 0, total: accounts.values.reduce(0) { $0 + $1.textBytes },
      limits: limits)
  }

  private mutating func save(
    _ ruling: MessageRuling, in state: ConversationState, at time: Timestamp
  ) -> CommandAnswer {
    guard case .changed(let change) = ruling, let ordinal = ordinals[change.message.id] else {
      if case .repeated(let answer) = ruling { return answer }
      return .done
    }
    let id = change.message.id
    messages[ordinal].message = change.message
    messages[ordinal].remote = nil
    if state.row.isIntelligenceOn { messages[ordinal].due = Due() }
    accounts[change.message.sender]?.textBytes += Int64(change.growth)
    records.removeAll { $0.record.sources.contains(id) }
    let citing = insights(of: state.id).filter { $0.citations.contains(id) }
    var revision = Rules.Insights.followEdit(of: id, citing)
    if change.message.isDeleted {
      (messages[ordinal].vector, messages[ordinal].signals) = (nil, nil)
      var texts: [MessageID: String] = [:]
      for other in citing.compactMap({ Rules.Insights.standIn(for: $0, without: id) }) {
        texts[other] = message(other, in: state.id)?.message.text
      }
      revision = Rules.Insights.followDeletion(of: id, citing, texts: texts, in: state, at: time)
    }
    save(revision, in: state.id)
    rooms[state.id]?.state.didAdvance()
    return change.answer(insights: revision.rows, in: state)
  }

  // MARK: Conversations and members

  private mutating func apply(_ command: ConversationCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .create(let creator, let id, let kind, let name, let members):
      let request = ConversationRequest(
        creator: creator, id: id, kind: kind, name: name, members: members, at: time)
      let everyone = try Rules.Conversations.members(of: request, groupSize: groupSize)
      let ofTheTwo = rooms.values.first { $0.state.row.kind == .direct && Set($0.state.audience) == Set(everyone) }
      let creation = try Rules.Conversations.create(
        request,
        among: ConversationSurroundings(
          people: people(everyone, maker: creator), ofTheTwo: ofTheTwo?.state, ofTheID: rooms[id]?.state),
        limits: limits)
      if let state = creation.created {
        rooms[id] = Room(state: state, membershipVersion: state.rev)
        roomOrder.append(id)
      }
      return creation.answer
    case .update(let asker, let id, let name, let photo):
      return save(
        try Rules.Conversations.update(room(id).state, by: asker, name: name, photo: photo, at: time), in: id)
    }
  }

  private mutating func apply(_ command: MemberCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .add(let asker, let id, let users):
      let state = try room(id).state
      let joining = try Rules.Members.joining(users, state, by: asker, groupSize: groupSize)
      let people = people(joining, maker: state.row.createdBy)
      return save(try Rules.Members.add(people, to: state, by: asker, at: time, limits: limits), in: id)
    case .remove(let asker, let id, let user):
      return save(try Rules.Members.remove(user, from: room(id).state, by: asker, at: time), in: id)
    case .setRole(let asker, let id, let user, let role):
      return save(try Rules.Members.setRole(role, of: user, in: room(id).state, by: asker), in: id)
    case .changeSettings(let asker, let id, let change):
      _ = try Rules.Members.settingsOwner(asker, in: room(id).state)
      let account = try account(asker)
      let ruling = Rules.Members.changeSettings(
        change, from: account.settings[id], rev: account.rev, of: id, by: asker, at: time)
      if let settings = ruling.changed {
        accounts[asker]?.settings[id] = settings
        accounts[asker]?.rev = settings.rev
      }
      return ruling.answer
    case .advanceWatermarks(let id, let changes):
      return save(Rules.Members.advanceWatermarks(changes, in: try room(id).state), in: id)
    }
  }

  private func people(_ users: [UserID], maker: UserID) -> [Person?] {
    users.map { user in
      guard let account = accounts[user], !account.isDeleted else { return nil }
      let rooms = rooms(of: user).map(\.state.row)
      return Person(
        account: account.number, id: user, name: account.profile.name, photo: account.profile.photo,
        conversations: rooms.count, groupsOfMaker: rooms.count { $0.kind == .group && $0.createdBy == maker })
    }
  }

  mutating func save(_ change: ConversationChange, in id: ConversationID) -> CommandAnswer {
    rooms[id]?.state.apply(change)
    if let version = change.membershipVersion { rooms[id]?.membershipVersion = version }
    save(InsightRevision(rows: change.insights), in: id)
    records.removeAll { change.leaving.contains($0.record.user) && $0.conversations.contains(id) }
    return change.answer
  }

  // MARK: Accounts and sessions

  private mutating func apply(_ command: AccountCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .create(let record, let timeZone, let locale, let language):
      let new = NewAccount(record: record, timeZone: timeZone, locale: locale, language: language)
      let address = try Rules.Accounts.address(of: new)
      let isInUse = accounts[record.id] != nil || accounts.values.contains { $0.profile.email == address }
      let profile = try Rules.Accounts.create(new, isInUse: isInUse, isFirst: accounts.isEmpty)
      accounts[record.id] = Account(
        number: Int64(accounts.count), profile: profile, rev: profile.rev, passwordHash: record.passwordHash,
        isDisabled: record.isDisabled)
      return CommandAnswer(.profile(profile))
    case .updateProfile(let user, let change):
      let ruling = try Rules.Accounts.updateProfile(of: account(user).state, change)
      var answer = save(ruling)
      guard ruling.looksDifferent, let profile = ruling.changed else { return answer }
      for state in rooms(of: user).map(\.state) {
        let change = Rules.Members.rename(user, to: profile.name, photo: profile.photo, in: state)
        answer.changes += save(change, in: state.id).changes
      }
      return answer
    case .setWorkspaceRole(let user, let role):
      return save(Rules.Accounts.setWorkspaceRole(of: try account(user).state, to: role))
    case .setPassword(let user, let hash, let kept):
      _ = try account(user)
      accounts[user]?.passwordHash = hash
      return CommandAnswer(.done, changes: end(Rules.Sessions.endAll(openSessions(of: user), except: kept), at: time))
    case .rehashPassword(let user, let hash):
      _ = try account(user)
      accounts[user]?.passwordHash = hash
      return .done
    case .setDisabled(let user, let isDisabled):
      _ = try account(user)
      accounts[user]?.isDisabled = isDisabled
      let ending = Rules.Sessions.endAll(isDisabled ? openSessions(of: user) : [])
      return CommandAnswer(.done, changes: end(ending, at: time))
    case .delete(let user): return try deleteAccount(user, at: time)
    case .touchLastSeen(let times):
      for (user, time) in times where accounts[user]?.isDeleted == false {
        let known = accounts[user]?.lastSeen ?? time
        accounts[user]?.lastSeen = max(time, known)
      }
      return .done
    }
  }

  private mutating func save(_ ruling: ProfileRuling) -> CommandAnswer {
    if let profile = ruling.changed {
      accounts[profile.id]?.profile = profile
      accounts[profile.id]?.rev = profile.rev
    }
    return ruling.answer
  }

  private mutating func deleteAccount(_ user: UserID, at time: Timestamp) throws -> CommandAnswer {
    let account = try account(user)
    let erased = Rules.Accounts.erased(account.state)
    accounts[user] = Account(
      number: account.number, profile: erased, rev: erased.rev, isDisabled: true, isDeleted: true,
      textBytes: account.textBytes)
    records.removeAll { $0.record.user == user }
    var answer = CommandAnswer.done
    for state in roomOrder.compactMap({ rooms[$0]?.state }) {
      answer.changes += save(Rules.Members.erase(user, from: state, at: time), in: state.id).changes
    }
    answer.changes += end(Rules.Sessions.endAll(openSessions(of: user)), at: time)
    return answer
  }

  private mutating func apply(_ command: SessionCommand, at time: Timestamp) throws -> CommandAnswer {
    switch command {
    case .create(let user, let session, let hash, let expiresAt):
      let isInUse = sessions[session.id] != nil || tokens[hash] != nil
      let answer = try Rules.Sessions.create(session, of: account(user).state, isInUse: isInUse)
      let oldest = Rules.Sessions.forgotten(at: time)
      sessions = sessions.filter {
        $0.value.user != user || ($0.value.expiresAt >= oldest && $0.value.endedAt ?? oldest >= oldest)
      }
      sessions[session.id] = Session(user: user, session: session, expiresAt: expiresAt)
      tokens[hash] = Token(session: session.id, parent: nil)
      return answer
    case .rotateRefresh(let presented, let successor):
      switch try Rules.Sessions.rotate(token(presented, successor: successor), at: time) {
      case .revoked(let session, let answer):
        _ = end(SessionsEnd(sessions: [session]), at: time)
        return answer
      case .issued(let session, let forgetting, let answer):
        let usedAt = tokens[presented]?.usedAt ?? time
        tokens[presented]?.usedAt = usedAt
        sessions[session]?.session.lastSeenAt = time
        tokens = tokens.filter { $0.value.session != session || $0.value.usedAt ?? forgetting >= forgetting }
        tokens[successor] = Token(session: session, parent: presented)
        return answer
      }
    case .end(let user, let session):
      let known = sessions[session].flatMap { $0.user == user ? $0 : nil }
      let ending = try Rules.Sessions.end(session, isOpen: known.map { $0.endedAt == nil })
      return CommandAnswer(.done, changes: end(ending, at: time))
    }
  }

  private func openSessions(of user: UserID) -> [SessionID] {
    sessions.filter { $0.value.user == user && $0.value.endedAt == nil }.keys.sorted()
  }

  private mutating func end(_ ending: SessionsEnd, at time: Timestamp) -> [FeedChange] {
    for session in ending.sessions { sessions[session]?.endedAt = time }
    return ending.changes
  }

  private func token(_ hash: [UInt8], successor: [UInt8]) -> RefreshTokenState? {
    guard let token = tokens[hash], let session = sessions[token.session] else { return nil }
    return RefreshTokenState(
      session: token.session, user: session.user, usedAt: token.usedAt,
      successorUsed: tokens.values.contains { $0.parent == hash && $0.usedAt != nil },
      sessionExpiresAt: session.expiresAt, sessionEnded: session.endedAt != nil,
      isSuccessorTaken: tokens[successor] != nil)
  }
}
