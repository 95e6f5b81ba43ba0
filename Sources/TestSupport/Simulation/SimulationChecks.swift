import ClientStore
import Domain

/// A promise that was broken, with the seed that shows it again.
package struct SimulationFailure: Error, CustomStringConvertible {
  package let seed: UInt64
  package let what: String
  package var description: String { "seed \(seed): \(what)" }
}

/// What must hold once everything has healed.
struct SimulationChecks {
  let simulation: Simulation

  func run() throws {
    try expect(simulation.leaks.isEmpty, simulation.leaks.joined(separator: "\n"))
    var committed: [ConversationID: [Message]] = [:]
    for (index, device) in simulation.devices.enumerated() where device.isSignedOut { try checkErased(device, index) }
    for (index, device) in simulation.devices.enumerated() where !device.isSignedOut {
      try expect(device.storageErrors.isEmpty, "device \(index) storage: \(device.storageErrors)")
      try checkFresh(device, index)
      for feed in try simulation.store.feedRevs(of: device.user).keys {
        guard let room = feed.conversation else { continue }
        let messages = try messages(of: room, for: device.user)
        try expect(messages.map(\.seq) == Array(1..<Int64(messages.count + 1)), "seq of \(room) has gaps")
        committed[room] = messages
        try checkUnread(device, index, room, messages)
      }
      try checkOutbox(device, index)
    }
    try checkPromises(committed)
    try checkInsights(committed)
  }

  private func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    guard condition else { throw SimulationFailure(seed: simulation.seed, what: what()) }
  }

  /// Stale client plus deltas equals fresh client; nothing is held of a conversation that the user
  /// is not in.
  private func checkFresh(_ device: SimulatedDevice, _ index: Int) throws {
    let fresh = try ClientStore(path: nil, clock: simulation.clock)
    try fresh.setUser(simulation.store.profile(device.user))
    for feed in try simulation.store.feedRevs(of: device.user).keys {
      _ = try fresh.apply(simulation.store.delta(of: feed, for: device.user, fromRev: 0))
    }
    let (held, new) = (try device.store.snapshot(), try fresh.snapshot())
    let (left, right) = (held.cut(to: new), new.cut(to: held))
    try expect(left.profile == right.profile, "device \(index) profile")
    try expect(left.privateCursor == right.privateCursor, "device \(index) private cursor")
    try expect(left.settings == right.settings, "device \(index) settings")
    try expect(left.reminders == right.reminders, "device \(index) reminders")
    try expect(left.unhelpful == right.unhelpful, "device \(index) opinions")
    try expect(left.priorities == right.priorities, "device \(index) priorities")
    try expect(Set(left.rooms.keys) == Set(right.rooms.keys), "device \(index) holds other conversations")
    for (id, room) in left.rooms {
      try expect(
        room == right.rooms[id], "device \(index) differs in \(id): \(room) and \(String(describing: right.rooms[id]))")
    }
  }

  /// Nothing is left to work on, and no insight or vector outlives its messages.
  private func checkInsights(_ committed: [ConversationID: [Message]]) throws {
    let progress = try simulation.store.intelligence.pipelineProgress()
    try expect(progress.due == 0 && progress.dead == 0, "the pipeline has \(progress) left")
    for device in simulation.devices where !device.isSignedOut {
      for placed in try simulation.store.intelligence.insights(InsightFilter(limit: 500), for: device.user) {
        let cited = placed.insight.citations
        let alive = committed[placed.conversation]?.filter { !$0.isDeleted && cited.contains($0.id) } ?? []
        try expect(!cited.isEmpty && alive.count == cited.count, "\(placed.id) outlives its messages")
        if let report = placed.insight.report {
          let isDone = placed.insight.status == .done && cited.dropFirst().contains(report.message)
          try expect(isDone, "\(placed.id) is not done by what it cites")
        }
      }
    }
    for (room, messages) in committed {
      let seqs = try simulation.store.intelligence.vectors(of: room, .embedder("simulated 1"), after: 0).seqs
      let alive = Set(messages.filter { !$0.isDeleted }.map(\.seq))
      try expect(alive.isSuperset(of: seqs), "vectors of \(room) outlive their messages")
      let isOn = try simulation.devices.first { device in
        try simulation.store.feedRevs(of: device.user)[.conversation(room)] != nil
      }.map { try simulation.store.intelligence.outline(of: room, for: $0.user).isIntelligenceOn }
      if let isOn { try expect(seqs.count == (isOn ? alive.count : 0), "\(seqs.count) vectors in \(room)") }
    }
  }

  private func checkUnread(
    _ device: SimulatedDevice, _ index: Int, _ room: ConversationID, _ messages: [Message]
  ) throws {
    let members = try simulation.store.delta(of: .conversation(room), for: device.user, fromRev: 0).members
    guard let me = members.first(where: { $0.user == device.user }) else { return }
    let naive = messages.count {
      $0.seq > max(me.readSeq, me.joinSeq) && $0.sender != device.user && !$0.isDeleted
    }
    let shown = try device.store.summaries().first { $0.id == room }?.unread
    try expect(shown == naive, "device \(index) shows \(shown ?? -1) unread in \(room), not \(naive)")
  }

  /// A device whose session has ended holds nothing of the server's; what it had promised to send
  /// waits.
  private func checkErased(_ device: SimulatedDevice, _ index: Int) throws {
    let held = try device.store.snapshot()
    try expect(held.rooms.isEmpty && held.profile == nil, "device \(index) is signed out and holds \(held)")
    try expect(device.store.user() == device.user, "device \(index) forgot whose outbox it is")
  }

  /// Nothing waits any more; what failed was refused for a reason that no retry helps.
  private func checkOutbox(_ device: SimulatedDevice, _ index: Int) throws {
    for entry in try device.store.outbox() {
      try expect(entry.state == .failed, "device \(index) still waits with \(entry)")
      // A message under a hold is not deleted, and in the end not edited.
      var codes: [ErrorCode] = [.notFound, .forbidden, .gone]
      if case .send = entry.operation {} else { codes.append(.conflict) }
      try expect(entry.failure.map { codes.contains($0.code) } ?? false, "device \(index) failed with \(entry)")
    }
  }

  /// Each promised message is on the server exactly once, failed, or taken back; in the order of
  /// writing.
  private func checkPromises(_ committed: [ConversationID: [Message]]) throws {
    var seqs: [MessageID: Int64] = [:]
    for message in committed.values.joined() {
      try expect(seqs.updateValue(message.seq, forKey: message.id) == nil, "\(message.id) is there twice")
    }
    var last: [String: Int64] = [:]
    for promise in simulation.promises {
      let device = simulation.devices[promise.device]
      guard let seq = seqs[promise.id] else {
        let isKnown = committed[promise.conversation] != nil
        let isKept = try device.store.outbox().contains { $0.operation.message == promise.id }
        try expect(promise.isWithdrawn || isKept || !isKnown, "\(promise.id) of \(device.name) is lost")
        continue
      }
      let key = "\(promise.device) \(promise.conversation)"
      try expect(seq > last[key] ?? 0, "\(promise.id) of \(device.name) overtook another")
      last[key] = seq
    }
  }

  func messages(of room: ConversationID, for user: UserID) throws -> [Message] {
    var all: [Message] = []
    while true {
      let page = try simulation.store.page(
        of: room, for: user, before: nil, after: all.last?.seq ?? 0, limit: Limits.maximumPage)
      all += page.messages
      if !page.hasMore || page.messages.isEmpty { return all }
    }
  }
}
