import Domain

/// Sockets by their id and by their user. Guarded by the lock of `SocketRegistry`, as are the
/// entries.
struct SocketTable {
  private var entries: [SocketID: SocketEntry] = [:]
  private var entriesByUser: [UserID: [SocketEntry]] = [:]

  var count: Int { entries.count }

  subscript(_ id: SocketID) -> SocketEntry? { entries[id] }

  mutating func add(_ entry: SocketEntry) {
    entries[entry.id] = entry
    entriesByUser[entry.user, default: []].append(entry)
  }

  mutating func remove(_ id: SocketID) {
    guard let entry = entries.removeValue(forKey: id) else { return }
    entriesByUser[entry.user]?.removeAll { $0.id == id }
    if entriesByUser[entry.user]?.isEmpty == true { entriesByUser[entry.user] = nil }
  }

  /// In whatever phase they are.
  func all(of user: UserID) -> [SocketEntry] {
    entriesByUser[user] ?? []
  }

  func live(of user: UserID) -> [SocketEntry] {
    guard let entries = entriesByUser[user] else { return [] }
    return entries.allSatisfy { $0.phase == .live } ? entries : entries.filter { $0.phase == .live }
  }

  func isConnected(_ user: UserID) -> Bool {
    entriesByUser[user]?.contains { $0.phase == .live } ?? false
  }

  /// What is being read for these users now is no longer theirs to get: see `FanOut.deliver`.
  func advanceEpochs(of users: [UserID]) {
    for user in users {
      for entry in entriesByUser[user] ?? [] { entry.epoch += 1 }
    }
  }

  /// Ends the sockets of these sessions. They hear nothing more, and are to be closed.
  func end(where isEnded: (SessionID) -> Bool) -> [any SocketSink] {
    entries.values.filter { isEnded($0.session) }.map { entry in
      entry.phase = .ended
      return entry.sink
    }
  }
}
