import Domain
import MessageAIKit
import ViewModels

/// Finds the conversation that a user names on the command line.
struct ConversationFinder {
  let client: MessageAIClient
  /// Seconds to wait for the server where the device alone does not know.
  let patience: Double

  /// By id, by name of a group or person, or by a person's e-mail address; a direct conversation is
  /// made if needed.
  func find(_ name: String) async throws -> ConversationID {
    if let id = try match(name, in: await list()) { return id }
    try await waitUntilCurrent()
    if let id = try match(name, in: await list()) { return id }
    guard name.contains("@") else { throw CommandFailure("There is no conversation “\(name)”.") }
    do {
      let found = try await client.users.searchUsers(name)
      guard let user = found.first(where: { $0.email.lowercased() == name.lowercased() }) else {
        throw CommandFailure("There is nobody with the address \(name).")
      }
      return try await client.conversations.openDirect(with: user.id)
    } catch let refusal as Refusal {
      throw CommandFailure(Problem(refusal).sentence.english)
    }
  }

  /// Returns once the device holds what the server has. Throws when the server does not answer in
  /// time.
  func waitUntilCurrent() async throws {
    let isOnline = try await Deadline.run(seconds: patience) { [client] in
      for await state in client.connection.observeConnection() {
        if state == .online { return true }
        guard state == .signedOut, await client.auth.observeProfile().first(where: { _ in true }) == .some(nil) else {
          continue
        }
        throw CommandFailure("Your session has ended. Run the command again to sign in.")
      }
      return false
    }
    guard isOnline == true else { throw CommandFailure("The server cannot be reached.") }
  }

  private func list() async -> [ConversationSummary] {
    await client.conversations.observeConversations().first { _ in true } ?? []
  }

  private func match(_ name: String, in list: [ConversationSummary]) throws -> ConversationID? {
    if let id = ConversationID(name) { return list.first { $0.id == id }?.id }
    let found = list.filter { $0.title.lowercased() == name.lowercased() }
    guard found.count <= 1 else {
      let ids = found.map(\.id.description).joined(separator: ", ")
      throw CommandFailure("Several conversations are called “\(name)”. Use one of the ids: \(ids)")
    }
    return found.first?.id
  }
}
