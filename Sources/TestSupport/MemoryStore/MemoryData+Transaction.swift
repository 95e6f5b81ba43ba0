import Domain
import ServerCore

extension MemoryData: StoreTransaction {
  // MARK: Conversations

  func loadedConversation(_ id: ConversationID) -> LoadedConversation? { room(id) }
  func loadedConversation(key: Int64) -> LoadedConversation? { rooms[Int(key)] }
  func markChanged(_ conversation: LoadedConversation) {}

  func directConversation(of one: Int64, and other: Int64) -> LoadedConversation? {
    rooms.first { $0.state.row.kind == .direct && Set($0.state.members.map(\.account)) == [one, other] }
  }

  func insert(_ state: ConversationState) {
    rooms.append(LoadedConversation(key: Int64(rooms.count), state: state))
    membershipVersions.append(state.rev)
  }

  func saveRows(of change: ConversationChange, in conversation: LoadedConversation) {
    if let version = change.membershipVersion { membershipVersions[Int(conversation.key)] = version }
  }

  // MARK: Messages

  func message(_ id: MessageID) -> StoredMessage? {
    entry(id).map { StoredMessage(place: $0.place, author: $0.author, message: $0.message) }
  }

  func source(_ id: MessageID) -> StoredSource? {
    guard let entry = entry(id) else { return nil }
    let message = entry.message
    let state = SourceState(rev: message.rev, isDeleted: message.isDeleted, editedAt: message.editedAt)
    return StoredSource(place: entry.place, state: state)
  }

  func insert(_ message: Message, by author: Int64, in conversation: LoadedConversation) -> Bool {
    guard ordinals[message.id] == nil else { return false }
    let place = MessagePlace(conversation: conversation.key, seq: message.seq, ordinal: Int64(entries.count) + 1)
    ordinals[message.id] = place.ordinal
    entries.append(Entry(place: place, author: author, message: message))
    if conversation.state.row.isIntelligenceOn { makeDue(place) }
    change(author) { $0.textBytes += Int64(message.text.utf8.count) }
    attach(message.attachments, to: place)
    return true
  }

  func save(_ change: MessageChange, of message: StoredMessage, edit: EditID?, in conversation: LoadedConversation) {
    self.change(message.author) { $0.textBytes += Int64(change.growth) }
    self.change(message.place) { entry in
      entry.message = change.message
      entry.remote = nil
      if let edit { entry.edits.insert(edit) } else { (entry.vector, entry.signals) = (nil, nil) }
    }
  }

  func isKnown(_ edit: EditID, at place: MessagePlace) -> Bool { entry(at: place).edits.contains(edit) }

  func space(of author: Int64?) -> TextSpace {
    let used = author.map { accounts[Int($0)].textBytes } ?? 0
    return TextSpace(used: used, total: accounts.reduce(0) { $0 + $1.textBytes }, limits: limits)
  }

  // MARK: Insights and the pipeline

  func insight(_ id: InsightID) -> PlacedInsight? { insights.first { $0.insight.id == id } }

  func insights(_ selection: InsightSelection, in conversation: LoadedConversation) -> [Insight] {
    let all = insights(of: conversation.state)
    let found = all.filter { $0.createdBy == nil && $0.status != .withdrawn }
    switch selection {
    case .citing(let place): return all.filter { $0.citations.contains(entry(at: place).message.id) }
    case .previousInsights(let place): return found.filter { $0.citations.first == entry(at: place).message.id }
    case .found: return found
    }
  }

  func save(_ insight: Insight, in conversation: LoadedConversation) {
    let placed = PlacedInsight(conversation: conversation.state.id, insight: insight)
    let index = insights.firstIndex { $0.insight.id == insight.id }
    if let index { insights[index] = placed } else { insights.append(placed) }
  }

  func saveIntelligence(_ isOn: Bool, in conversation: LoadedConversation) {
    for index in entries.indices where entries[index].place.conversation == conversation.key {
      entries[index].due = isOn ? Due() : nil
      if !isOn { (entries[index].vector, entries[index].remote, entries[index].signals) = (nil, nil, nil) }
    }
  }

  func makeDue(_ place: MessagePlace) { change(place) { $0.due = Due(isChange: $0.isPassed) } }
  func finish(_ place: MessagePlace) { change(place) { ($0.due, $0.isPassed) = (nil, true) } }
  func didWork() {}

  func postpone(_ place: MessagePlace, reason: String, retryAt: Timestamp?) {
    change(place) { entry in
      entry.due = entry.due.map { Due(at: retryAt, failures: $0.failures + 1, reason: reason) }
      entry.isPassed = true
    }
  }

  func start(_ messages: [MessageID]) {
    for entry in messages.compactMap(entry) { change(entry.place) { $0.due?.starts += 1 } }
  }

  func reviveDead() {
    for index in entries.indices where entries[index].isDead { entries[index].due = Due() }
  }

  func keep(_ work: MessageWork, at place: MessagePlace) {
    change(place) { entry in
      entry.vector = work.embedding.map { Vector(model: work.embedder ?? "", bytes: $0) }
      entry.signals = work.signals
    }
  }

  func keep(_ vector: RemoteVector, of model: String, at place: MessagePlace) {
    change(place) { $0.remote = Vector(model: model, bytes: vector.bytes) }
  }

  // MARK: Private records

  func eraseRecords(_ selection: RecordSelection) {
    records.removeAll { kept in
      let record = kept.record
      return switch selection {
      case .one(let user, let collection, let id):
        record.user == user && record.collection == collection && record.id == id
      case .all(let user, let collection): record.user == user && record.collection == collection
      case .of(let user): record.user == user
      case .expired(let time): !record.isLiving(at: time)
      case .restingOn(let place): kept.sources.contains(place)
      case .about(let room, let user): kept.conversations.contains(room.key) && record.user == user ?? record.user
      }
    }
  }

  func insert(
    _ record: PrivateRecord, of account: Int64, tokens: Int, sources: [MessagePlace],
    conversations: [LoadedConversation]
  ) {
    records.append(
      Record(record: record, tokens: tokens, sources: Set(sources), conversations: Set(conversations.map(\.key))))
  }

  // MARK: Workspace

  func workspace() -> Workspace {
    var workspace = settings
    workspace.isNew = accounts.isEmpty
    return workspace
  }

  func save(_ workspace: Workspace) { settings = workspace }
  func invitation(_ hash: [UInt8]) -> Invitation? { invitations.first { $0.hash == hash }?.invitation }
  func invitation(_ id: InvitationID) -> Invitation? { invitations.first { $0.invitation.id == id }?.invitation }

  func livingInvitations(at time: Timestamp) -> Int {
    invitations.filter { $0.invitation.state(at: time) == .usable }.count
  }

  func insert(_ invitation: Invitation, hash: [UInt8]) { invitations.append((invitation, hash)) }

  func save(_ invitation: Invitation) {
    for index in invitations.indices where invitations[index].invitation.id == invitation.id {
      invitations[index].invitation = invitation
    }
  }

  func withdrawInvitations(of user: UserID, at time: Timestamp) {
    for (invitation, _) in invitations where invitation.createdBy == user {
      save(Rules.Workspaces.withdraw(invitation, at: time))
    }
  }

  func saveInvitation(_ id: InvitationID, of user: UserID) {
    if let number = numbers[user] { change(number) { $0.stored.invitation = id } }
  }

  // MARK: Accounts

  func account(of user: UserID) -> AccountState? {
    guard let number = numbers[user], !accounts[Int(number)].stored.isDeleted else { return nil }
    return state(number)
  }

  func state(_ number: Int64) -> AccountState {
    let account = accounts[Int(number)]
    return AccountState(
      number: number, profile: account.stored.profile, rev: account.rev, isDisabled: account.stored.isDisabled)
  }

  func isInUse(address: String, id: UserID) -> Bool {
    numbers[id] != nil || accounts.contains { $0.stored.profile.email == address }
  }

  func holder(ofAddress email: String) -> Int64? {
    accounts.firstIndex { $0.stored.profile.email == email }.map { Int64($0) }
  }

  func hasActiveAccount(besides account: Int64, role: WorkspaceRole?) -> Bool {
    accounts.enumerated().contains { number, other in
      number != account && other.stored.profile.workspaceRole == role ?? other.stored.profile.workspaceRole
        && !other.stored.isDisabled && !other.stored.isDeleted
    }
  }

  func insert(_ profile: Profile, of account: NewAccount) {
    let (hash, isDisabled) = (account.record.passwordHash, account.record.isDisabled)
    numbers[profile.id] = Int64(accounts.count)
    accounts.append(
      Account(
        stored: StoredAccount(profile: profile, passwordHash: hash, isDisabled: isDisabled, isDeleted: false),
        rev: profile.rev))
  }

  func save(_ profile: Profile, of account: AccountState) {
    change(account.number) { ($0.stored.profile, $0.rev) = (profile, profile.rev) }
  }

  func savePassword(_ hash: String, of account: Int64) { change(account) { $0.stored.passwordHash = hash } }
  func saveDisabled(_ isDisabled: Bool, of account: Int64) { change(account) { $0.stored.isDisabled = isDisabled } }

  func erase(_ account: AccountState, leaving profile: Profile, at time: Timestamp) {
    let left = StoredAccount(profile: profile, passwordHash: nil, isDisabled: true, isDeleted: true)
    eraseReminders(of: account.number)
    mails.removeAll { $0.queued.mail.to == account.profile.email }
    linked = linked.filter { $0.value.account != account.number }
    erasePriorities(of: account.number)
    for id in savedCrashes.keys { savedCrashes[id]?.people.remove(account.number) }
    for feature in Feature.allCases { exposures[feature]?[account.number] = nil }
    change(account.number) { $0 = Account(stored: left, rev: profile.rev, textBytes: $0.textBytes) }
  }

  func touchLastSeen(_ user: UserID, at time: Timestamp) {
    guard let account = account(of: user) else { return }
    change(account.number) { $0.lastSeen = max(time, $0.lastSeen ?? time) }
  }

  func conversations(of account: Int64, includingFormer: Bool) -> [LoadedConversation] {
    rooms.filter { room in
      room.state.members.contains { $0.account == account && (includingFormer || $0.row.isPresent) }
    }
  }

  func conversationCount(of account: Int64, upTo limit: Int) -> Int {
    conversations(of: account, includingFormer: false).count
  }

  func groupCount(of account: Int64, madeBy maker: UserID) -> Int {
    let rows = conversations(of: account, includingFormer: false).map(\.state.row)
    return rows.count { $0.kind == .group && $0.createdBy == maker }
  }

  func settings(of account: Int64, in conversation: LoadedConversation) -> ConversationSettings? {
    accounts[Int(account)].settings[conversation.state.id]
  }

  func save(_ settings: ConversationSettings, of account: Int64, in conversation: LoadedConversation) {
    change(account) { ($0.settings[conversation.state.id], $0.rev) = (settings, settings.rev) }
  }

  // MARK: Sessions and secrets

  func isOpen(_ session: SessionID, of account: Int64) -> Bool? {
    sessions[session].flatMap { $0.account == account ? $0.endedAt == nil : nil }
  }

  func openSessions(of account: Int64) -> [SessionID] {
    sessions.filter { $0.value.account == account && $0.value.endedAt == nil }.keys.sorted()
  }

  func isInUse(_ session: SessionID, refreshHash: [UInt8]) -> Bool {
    sessions[session] != nil || tokens[refreshHash] != nil
  }

  func insert(_ session: DeviceSession, of account: Int64, expiresAt: Timestamp) {
    sessions[session.id] = Session(account: account, session: session, expiresAt: expiresAt)
  }

  func end(_ session: SessionID, at time: Timestamp) { sessions[session]?.endedAt = time }

  func forgetSessions(of account: Int64, before time: Timestamp) {
    sessions = sessions.filter {
      $0.value.account != account || min($0.value.expiresAt, $0.value.endedAt ?? time) >= time
    }
    tokens = tokens.filter { sessions[$0.value.session] != nil }
  }

  func refreshToken(_ hash: [UInt8], successor: [UInt8]) -> RefreshTokenState? {
    guard let token = tokens[hash], let session = sessions[token.session] else { return nil }
    return RefreshTokenState(
      session: token.session, user: accounts[Int(session.account)].stored.profile.id, usedAt: token.usedAt,
      successorUsed: tokens.values.contains { $0.parent == hash && $0.usedAt != nil },
      sessionExpiresAt: session.expiresAt, sessionEnded: session.endedAt != nil,
      isSuccessorTaken: tokens[successor] != nil, isSuccessorGiven: tokens[successor]?.parent == hash)
  }

  func insertRefreshToken(_ hash: [UInt8], session: SessionID, parent: [UInt8]?, at time: Timestamp) {
    tokens[hash] = Token(session: session, parent: parent)
  }

  func useRefreshToken(_ hash: [UInt8], session: SessionID, forgetting: Timestamp, at time: Timestamp) {
    if tokens[hash]?.usedAt == nil { tokens[hash]?.usedAt = time }
    sessions[session]?.session.lastSeenAt = time
    tokens = tokens.filter { $0.value.session != session || $0.value.usedAt ?? forgetting >= forgetting }
  }

  func storedSecret(_ name: String) -> [UInt8]? { secrets[name] }
  func saveSecret(_ value: [UInt8], name: String) { secrets[name] = value }
  func probe() {}
}

extension MemoryData.Entry {
  /// Was given up.
  var isDead: Bool { due.map { $0.at == nil } ?? false }
}

extension PrivateRecord {
  func isLiving(at time: Timestamp) -> Bool { expiresAt.map { $0 > time } ?? true }
}
