import ClientStore
import Domain
import ServerCore

/// A backup, and later its restore: in every fourth seed.
extension Simulation {
  func planRestore(steps: Int) -> (backup: Int, restore: Int)? {
    // Several servers are all stopped for it.
    guard servers.count == 1, seed % 4 == 0, steps >= 8 else { return nil }
    let backup = Int.random(in: 1..<steps / 2, using: &random)
    return (backup, Int.random(in: (backup + 1)..<steps, using: &random))
  }

  func backUp() throws {
    note("a backup is made")
    try store.backUp()
  }

  /// The server goes on from the backup, everybody has signed in again, and some have written more
  /// than there was.
  func restoreServer() throws {
    note("the backup is restored")
    try store.restore()
    startServer(0)
    try forgetLostPromises()
    for device in devices where !device.isSignedOut { device.session = signIn(device.user) }
    for (room, member) in try rooms() {
      for number in 0..<Int.random(in: 0...40, using: &random) {
        submit(
          .message(
            .post(
              sender: member, conversation: room, id: identifiers.next(), text: "since \(number)", replyTo: nil)))
      }
    }
    drain()
  }

  /// What the server had taken after the backup is gone, and no device has it in its outbox any
  /// more: that is what a restore does. A waiting edit of such a message does not bring it back.
  private func forgetLostPromises() throws {
    var kept: Set<MessageID> = []
    for (room, member) in try rooms() {
      kept.formUnion(try SimulationChecks(simulation: self).messages(of: room, for: member).map(\.id))
    }
    for device in devices {
      for entry in try device.store.outbox() {
        if case .send(let message) = entry.operation { kept.insert(message.id) }
      }
    }
    promises.removeAll { !kept.contains($0.id) }
  }

  /// Each conversation with one of its members, in an order that a seed replays.
  private func rooms() throws -> [(ConversationID, UserID)] {
    var members: [ConversationID: UserID] = [:]
    for user in users {
      for room in try store.feedRevs(of: user).keys.compactMap(\.conversation) { members[room] = user }
    }
    return members.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}
