import Domain
import Foundation

/// Tells people who share a conversation whether someone is there, at most once an interval for each change; keeps when they were last seen.
package final class PresenceBoard: Sendable {
  private let hub: Hub
  private let store: any ServerStore
  private let gateway: CommandGateway
  private let work: any WorkExecutor
  private let clock: any WallClock
  private let maximumContacts: Int
  private let lock = NSLock()
  /// Users whose state may have changed since the last flush.
  nonisolated(unsafe) private var dirty: Set<UserID> = []
  /// What was last told of each user who is there.
  nonisolated(unsafe) private var told: [UserID: Presence.State] = [:]

  package init(
    hub: Hub, store: any ServerStore, gateway: CommandGateway, work: any WorkExecutor, clock: any WallClock,
    maximumContacts: Int
  ) {
    self.hub = hub
    self.store = store
    self.gateway = gateway
    self.work = work
    self.clock = clock
    self.maximumContacts = maximumContacts
  }

  package func noteChange(of user: UserID) {
    lock.withLock { _ = dirty.insert(user) }
  }

  /// Sends what changed to those who may know, and stores when people left.
  package func flush() {
    let changes = takeChanges()
    guard !changes.isEmpty else { return }
    let now = clock.now
    let left = changes.filter { $0.state == .offline }.map(\.user)
    if !left.isEmpty {
      gateway.submit(.touchLastSeen(Dictionary(uniqueKeysWithValues: left.map { ($0, now) })))
    }
    work.run { [self] in
      for change in changes { tell(change, at: now) }
    }
  }

  /// Presence of everyone the user shares a conversation with. Runs on the caller's thread and reads the store.
  package func snapshot(for user: UserID) throws -> [Presence] {
    let contacts = try store.contacts(of: user, limit: maximumContacts)
    let lastSeen = try store.lastSeen(of: contacts)
    return contacts.map { contact in
      let state = hub.presence(of: contact)
      return Presence(user: contact, state: state, lastSeen: state == .offline ? lastSeen[contact] : nil)
    }
  }

  private func takeChanges() -> [Presence] {
    let users = lock.withLock {
      defer { dirty = [] }
      return dirty
    }
    let states = users.sorted().map { Presence(user: $0, state: hub.presence(of: $0)) }
    return lock.withLock {
      states.filter { presence in
        guard told[presence.user, default: .offline] != presence.state else { return false }
        told[presence.user] = presence.state == .offline ? nil : presence.state
        return true
      }
    }
  }

  private func tell(_ presence: Presence, at now: Timestamp) {
    var presence = presence
    if presence.state == .offline { presence.lastSeen = now }
    // Presence may be lost: a store that cannot be read now is reported by whoever needs it.
    guard
      case .success(let contacts) = Result(catching: { try store.contacts(of: presence.user, limit: maximumContacts) })
    else { return }
    hub.relay(.presence([presence]), to: contacts)
  }
}
