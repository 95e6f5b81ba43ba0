import ClientStore
import Domain
import ServerCore

/// What users do, on what their device shows them at that moment.
extension Simulation {
  func act() throws {
    let index = Int.random(in: 0..<devices.count, using: &random)
    let device = devices[index]
    guard !device.isSignedOut else { return }
    guard let room = try device.store.summaries().randomElement(using: &random) else { return }
    switch Int.random(in: 0..<27, using: &random) {
    case 0..<9: try send(index, room.id)
    case 9: try edit(device, room.id)
    case 10: try delete(device, room.id)
    case 11, 12: try read(device, room.id, markUnread: false)
    case 13: try read(device, room.id, markUnread: true)
    case 14: device.post(.typing(room.id, active: chance(2)))
    case 15: changeSettings(device, room.id)
    case 16: changeProfile(device)
    case 17: create(device)
    case 18, 19: try markOrChange(device, room.id)
    case 20, 21, 22: try workPipeline()
    case 23: switchIntelligence(device, room.id)
    case 24: sweep(room.id)
    case 25: hold(room.id)
    default: try changeMembers(device, room.id)
    }
  }

  private func send(_ index: Int, _ room: ConversationID) throws {
    let device = devices[index]
    let id: MessageID = identifiers.next()
    try device.store.enqueue(
      .send(
        PendingMessage(id: id, conversation: room, text: "message \(promises.count)", createdAt: device.clock.now)))
    promises.append(Promise(id: id, conversation: room, device: index))
    note("device \(index) sends \(id) to \(room)")
    device.post(.outboxChanged)
  }

  private func edit(_ device: SimulatedDevice, _ room: ConversationID) throws {
    let mine = try device.store.timeline(room)?.items.filter { $0.isMine && !$0.isDeleted } ?? []
    guard let item = mine.randomElement(using: &random) else { return }
    let editID: EditID = identifiers.next()
    try device.store.enqueue(.edit(message: item.id, conversation: room, editID: editID, text: "edited \(editID)"))
    note("\(device.name) edits \(item.id)")
    device.post(.outboxChanged)
  }

  private func delete(_ device: SimulatedDevice, _ room: ConversationID) throws {
    let mine = try device.store.timeline(room)?.items.filter { $0.isMine && !$0.isDeleted } ?? []
    guard let item = mine.randomElement(using: &random) else { return }
    try device.store.enqueue(.delete(message: item.id, conversation: room))
    note("\(device.name) deletes \(item.id)")
    for index in promises.indices where promises[index].id == item.id { promises[index].isWithdrawn = true }
    device.post(.outboxChanged)
  }

  private func read(_ device: SimulatedDevice, _ room: ConversationID, markUnread: Bool) throws {
    let seqs = try device.store.timeline(room)?.items.compactMap(\.seq) ?? []
    guard let seq = seqs.randomElement(using: &random) else { return }
    try device.store.setLocalRead(room, seq: markUnread ? seq - 1 : seq, markUnread: markUnread)
    note("\(device.name) reads \(room) to \(seq), unread \(markUnread)")
    device.post(.watermarksChanged)
  }

  private func changeSettings(_ device: SimulatedDevice, _ room: ConversationID) {
    let change = ConversationSettingsChange(muted: chance(2), archived: chance(4), pinned: chance(3))
    submit(.member(.changeSettings(asker: device.user, conversation: room, change)))
  }

  private func changeProfile(_ device: SimulatedDevice) {
    submit(
      .account(.updateProfile(user: device.user, ProfileChange(name: "Name \(Int.random(in: 0..<99, using: &random))")))
    )
  }

  private func create(_ device: SimulatedDevice) {
    guard chance(3) else { return }
    let other = users.filter { $0 != device.user }.randomElement(using: &random)
    guard let other else { return }
    let isDirect = chance(2)
    submit(
      .conversation(
        .create(
          creator: device.user, id: identifiers.next(), kind: isDirect ? .direct : .group,
          name: isDirect ? nil : "Group", members: [other])))
  }

  private func changeMembers(_ device: SimulatedDevice, _ room: ConversationID) throws {
    guard let user = users.randomElement(using: &random) else { return }
    note("\(device.name) changes members of \(room)")
    switch Int.random(in: 0..<6, using: &random) {
    case 0: submit(.conversation(.update(asker: device.user, conversation: room, name: "Renamed", photo: nil)))
    case 1, 2: submit(.member(.add(asker: device.user, conversation: room, users: [user])))
    case 3: submit(.member(.remove(asker: device.user, conversation: room, user: user)))
    case 4: submit(.member(.remove(asker: device.user, conversation: room, user: device.user)))
    default:
      submit(.member(.setRole(asker: device.user, conversation: room, user: user, role: chance(2) ? .admin : .member)))
    }
  }
}
