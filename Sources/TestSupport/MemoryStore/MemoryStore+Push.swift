import Domain
import ServerCore

extension MemoryData {
  struct PushRow {
    enum Subject: Hashable {
      case message(ordinal: Int64)
      case reminder(ReminderID, at: Timestamp)
    }

    let id: PushAttemptID
    let subject: Subject
    /// The device's number.
    let device: Int64
    let isUrgent: Bool
    let session: SessionID
    let user: UserID
    let service: PushService
    let plannedAt: Timestamp
    var dueAt: Timestamp?
    var startedAt: Timestamp?
    var failures = 0
    var outcome: PushOutcome?
  }

  func hasPushDevices() -> Bool { !devices.isEmpty }
  func newestPushMark() -> PushMark { .after(Int64(entries.count)) }
  func save(_ mark: PushMark) { pushMark = mark }

  func save(_ device: PushDevice, of session: SessionID, account: Int64, at time: Timestamp) {
    for former in devices where former.session == session || former.device.address == device.address {
      removePushDevice(of: former.session, at: time)
    }
    lastDevice += 1
    devices.append((lastDevice, session, accounts[Int(account)].stored.profile.id, device))
  }

  func removePushDevice(of session: SessionID, at time: Timestamp) {
    guard let index = devices.firstIndex(where: { $0.session == session }) else { return }
    let number = devices.remove(at: index).number
    change {
      $0.device == number && $0.dueAt != nil
    } to: {
      ($0.outcome, $0.dueAt) = (.signedOut, nil)
    }
  }

  func insert(_ push: PlannedPush, at time: Timestamp) {
    insert(
      push.id, .message(ordinal: push.ordinal), to: push.device, isUrgent: push.isUrgent, dueAt: push.dueAt, at: time)
  }

  func insert(
    _ id: PushAttemptID, _ subject: PushRow.Subject, to number: Int64, isUrgent: Bool, dueAt: Timestamp,
    at time: Timestamp
  ) {
    let isKnown = pushes.contains { $0.subject == subject && $0.device == number }
    guard !isKnown, let device = devices.first(where: { $0.number == number }) else { return }
    pushes.append(
      PushRow(
        id: id, subject: subject, device: number, isUrgent: isUrgent, session: device.session, user: device.user,
        service: device.device.service, plannedAt: time, dueAt: dueAt))
  }

  func startPush(_ id: PushAttemptID, at time: Timestamp) {
    change {
      $0.id == id && $0.dueAt != nil
    } to: {
      $0.startedAt = time
    }
  }

  func save(_ settlement: PushSettlement, at time: Timestamp) {
    change {
      $0.id == settlement.id && $0.dueAt != nil
    } to: { row in
      switch settlement.end {
      case .finished(let outcome): (row.outcome, row.dueAt) = (outcome, nil)
      case .postponed(let until): (row.dueAt, row.startedAt, row.failures) = (until, nil, row.failures + 1)
      }
    }
  }

  func sessionOfPush(_ id: PushAttemptID) -> SessionID? {
    pushes.first { $0.id == id }.flatMap { row in devices.first { $0.number == row.device }?.session }
  }

  func interruptPushes(at time: Timestamp) {
    change {
      $0.startedAt != nil && $0.dueAt != nil
    } to: {
      ($0.outcome, $0.dueAt) = (.interrupted, nil)
    }
  }

  func forgetPushes(before limit: Timestamp, at time: Timestamp) {
    pushes.removeAll { $0.plannedAt < limit }
    for device in devices where sessions[device.session].map({ $0.endedAt != nil || $0.expiresAt <= time }) ?? true {
      removePushDevice(of: device.session, at: time)
    }
  }

  private func change(where matches: (PushRow) -> Bool, to change: (inout PushRow) -> Void) {
    for index in pushes.indices where matches(pushes[index]) { change(&pushes[index]) }
  }

  func attempt(_ row: PushRow) -> PushAttempt? {
    switch row.subject {
    case .message(let ordinal):
      let entry = entries[Int(ordinal) - 1]
      let room = room(of: entry)
      let member = room.presentMember(row.user)?.row
      let reference = NotificationReference(
        conversation: room.id, message: entry.message.id, seq: entry.message.seq)
      let standing = PushStanding(
        isMember: member != nil, isDeleted: entry.message.isDeleted,
        isRead: (member?.readSeq ?? 0) >= entry.message.seq, settings: account(id: row.user)?.settings[room.id])
      return attempt(row, .message(reference), entry.message.createdAt, standing)
    case .reminder(let id, let moment):
      guard let reminder = reminder(id)?.reminder else { return nil }
      let settings = reminder.conversation.flatMap { account(id: row.user)?.settings[$0] }
      let standing = PushStanding(
        isRead: reminder.state != .due || reminder.at != moment, settings: reminder.kind == .task ? settings : nil)
      return attempt(row, .reminder(id), row.plannedAt, standing)
    }
  }

  private func attempt(
    _ row: PushRow, _ subject: PushSubject, _ createdAt: Timestamp, _ standing: PushStanding
  ) -> PushAttempt {
    PushAttempt(
      id: row.id, session: row.session, user: row.user, subject: subject, isUrgent: row.isUrgent,
      createdAt: createdAt, failures: row.failures, device: devices.first { $0.number == row.device }?.device,
      standing: standing)
  }
}

extension MemoryStore: PushStore {
  package func hasPushDevices() throws -> Bool { read { $0.hasPushDevices() } }
  package func pushMark() throws -> PushMark { read { $0.pushMark } }

  package func pushCandidates(
    after mark: PushMark, limit: Int
  ) throws -> (candidates: [PushCandidate], through: PushMark) {
    read { data in
      var (found, through): ([PushCandidate], PushMark) = ([], mark)
      for entry in data.entries where entry.place.ordinal >= mark.ordinal {
        let room = data.room(of: entry)
        for device in data.devices {
          let isDone = entry.place.ordinal == mark.ordinal && device.number <= mark.device
          guard !isDone, !entry.message.isDeleted, device.user != entry.message.sender,
            let member = room.presentMember(device.user)?.row, member.joinSeq < entry.message.seq,
            let session = data.sessions[device.session], session.endedAt == nil, session.expiresAt > clock.now
          else { continue }
          let settings = data.account(id: device.user)?.settings[room.id]
          found.append(
            PushCandidate(
              ordinal: entry.place.ordinal, device: device.number, session: device.session, user: device.user,
              sender: entry.message.sender, text: entry.message.text, seq: entry.message.seq, readSeq: member.readSeq,
              settings: settings))
          if found.count == limit {
            return (found, PushMark(ordinal: entry.place.ordinal, device: device.number))
          }
        }
        through = .after(entry.place.ordinal)
      }
      return (found, through)
    }
  }

  package func duePushes(by service: PushService, at now: Timestamp, limit: Int) throws -> [PushAttempt] {
    read { data in
      let due = data.pushes.filter {
        $0.service == service && $0.startedAt == nil && $0.dueAt.map { $0 <= now } ?? false
      }
      return (due.filter(\.isUrgent) + due.filter { !$0.isUrgent }).prefix(limit).compactMap(data.attempt)
    }
  }

  package func pushAttempt(_ id: PushAttemptID) throws -> PushAttempt? {
    read { data in data.pushes.first { $0.id == id }.flatMap(data.attempt) }
  }

  package func pushDevices(of user: UserID, at now: Timestamp) throws -> [PushTarget] {
    read { data in
      data.devices.compactMap { device in
        guard device.user == user, let session = data.sessions[device.session], session.endedAt == nil,
          session.expiresAt > now
        else { return nil }
        return PushTarget(device: device.number, session: device.session)
      }
    }
  }

  package func pushService(of session: SessionID) throws -> PushService? {
    read { $0.devices.first { $0.session == session }?.device.service }
  }

  package func badge(of user: UserID, at now: Timestamp) throws -> Int64 {
    read { data in
      data.rooms(of: user).reduce(0) { sum, room in
        let isMuted = data.account(id: user)?.settings[room.state.id]?.isMuted(at: now) ?? false
        guard !isMuted, let member = room.state.presentMember(user)?.row else { return sum }
        let messages = data.entries(of: room).map(\.message)
        return sum
          + Int64(Unread.count(of: user, readSeq: member.readSeq, joinSeq: member.joinSeq, messages: messages))
      }
    }
  }

  package func pushTallies(since: Timestamp) throws -> [PushTally] {
    read { data in
      let recent = data.pushes.filter { $0.plannedAt >= since }
      let groups = Dictionary(grouping: recent) { "\($0.service.rawValue) \($0.outcome?.rawValue ?? "")" }
      return groups.sorted { $0.key < $1.key }.compactMap { _, rows in
        rows.first.map { PushTally(service: $0.service, outcome: $0.outcome, count: Int64(rows.count)) }
      }
    }
  }
}
