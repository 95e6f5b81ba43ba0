import Domain
import Foundation
import MessageAIKit

/// One speaker: a user with the real SDK, which drops out and comes back.
final class ReplayClient {
  let speaker: String
  let user: UserID
  private let configuration: ClientConfiguration
  private var client: MessageAIClient?

  /// Signs up as a new user.
  init(speaker: String, number: Int, server: URL, folder: URL) async throws {
    self.speaker = speaker
    configuration = ClientConfiguration(server: server, folder: folder, device: "replay")
    let client = try MessageAIClient(configuration: configuration)
    self.client = client
    let name = String(speaker.prefix(80))
    user = try await client.auth.signUp(
      email: "speaker\(number)@example.org", password: "replay-\(number)-password", name: name
    ).id
  }

  var isOut: Bool { client == nil }

  /// Ends the client in the middle of whatever it does. Its folder stays.
  func dropOut() async throws {
    let current = client
    client = nil
    try await current?.close()
  }

  func comeBack() throws {
    if client == nil { client = try MessageAIClient(configuration: configuration) }
  }

  func openConversation(with others: [UserID]) async throws -> ConversationID {
    let client = try present()
    if others.count == 1 { return try await client.conversations.openDirect(with: others[0]) }
    return try await client.conversations.createGroup(name: "Replay", members: others)
  }

  /// Sends, at once even when the connection is not there yet.
  func say(_ text: String, in conversation: ConversationID) async throws -> MessageID {
    try await present().messages.send(text, to: conversation, replyTo: nil)
  }

  func waitForConversation(_ conversation: ConversationID) async throws {
    for await list in try present().conversations.observeConversations() {
      if list.contains(where: { $0.id == conversation }) { return }
    }
  }

  /// Returns once the server has the message.
  func waitForAck(_ message: MessageID, in conversation: ConversationID) async throws {
    for await timeline in try present().messages.observeTimeline(conversation) {
      guard let item = timeline.items.last(where: { $0.id == message }) else { continue }
      if item.seq != nil { return }
      if item.status == .failed { throw BenchError("a message failed: \(item.failure?.detail ?? "")") }
    }
    throw BenchError("the conversation went away")
  }

  /// All that it holds, once it holds as much as it should; older pages are loaded.
  func transcript(of conversation: ConversationID, count: Int) async throws -> [TimelineItem] {
    for await timeline in try present().messages.observeTimeline(conversation) {
      if timeline.hasOlder {
        _ = try await present().messages.loadOlder(conversation)
        continue
      }
      if timeline.items.count >= count, timeline.items.allSatisfy({ $0.seq != nil }) { return timeline.items }
    }
    throw BenchError("the conversation went away")
  }

  private func present() throws -> MessageAIClient {
    guard let client else { throw BenchError("\(user) is out") }
    return client
  }
}
