import Domain
import ShimHost
import SwiftUI
import Synchronization
import Testing
import ViewModels

@testable import MessageAIApp

@Suite("A chat under the finger, on sample data", .timeLimit(.minutes(5)))
@MainActor
struct ChatTouchTests {
  private func chat(_ messages: any MessageRepository = SampleMessages()) -> some View {
    var repositories = Repositories.samples()
    repositories.messages = messages
    let container = AppContainer.sample(repositories)
    let session = Session(me: PreviewSamples.me, repositories: repositories, services: container.services)
    return NavigationStack { RouteView(route: .chat(PreviewSamples.team)) }
      .environment(container).environment(container.router).environment(session)
  }

  private var question: String { "chat.message.\(PreviewSamples.question)" }

  @Test("a message that is dragged along its line far enough is answered; not far enough, or down, it is not")
  func swipe() async throws {
    try await ViewHost.run(chat()) { host in
      try await host.wait(id: question)
      try host.drag(host.node(id: question), right: 40)
      try host.drag(host.node(id: question), right: -90)
      try host.drag(host.node(id: question), right: 70, down: 90)
      #expect(host.find(id: "chat.context") == nil)
      try host.drag(host.node(id: question), right: 90, letsGo: false)
      #expect(host.find(id: "chat.context") == nil, "the finger is still down")
      try host.drag(host.node(id: question), right: 90)
      try await host.wait(id: "chat.context")
      #expect(host.shows("Reply to Ada Lovelace"))
    }
  }

  @Test("where lines run from right to left, so does the finger")
  func rightToLeft() async throws {
    try await ViewHost.run(chat(), environment: { $0.layoutDirection = .rightToLeft }) { host in
      try await host.wait(id: question)
      try host.drag(host.node(id: question), right: 90)
      #expect(host.find(id: "chat.context") == nil)
      try host.drag(host.node(id: question), right: -90)
      try await host.wait(id: "chat.context")
    }
  }

  @Test("VoiceOver offers to answer what can be answered, and only that")
  func action() async throws {
    try await ViewHost.run(chat()) { host in
      try await host.wait(id: question)
      try host.perform("Reply", on: host.node(id: question))
      try await host.wait(id: "chat.context")
      for node in host.visible where node.isMessage && node.label.contains("Message deleted") {
        #expect(throws: NotOnScreen.self) { try host.perform("Reply", on: node) }
        #expect(throws: NotOnScreen.self) { try host.drag(node, right: 90) }
      }
      #expect(host.visible.contains { $0.isMessage && $0.label.contains("Message deleted") })
    }
  }

  @Test("earlier messages come by themselves at the top, and what was there stays in view")
  func older() async throws {
    try await ViewHost.run(chat(PagedMessages())) { host in
      try await host.wait(id: "chat.beginning")
      #expect(host.find(id: "chat.older") == nil)
      #expect(host.visible.count { $0.isMessage } == PreviewSamples.items.count)
      try await host.wait(for: "what was there in view") { !$0.scrolls.isEmpty }
    }
  }

  @Test("earlier messages that do not come are said in their place, and a button asks for them again")
  func olderFails() async throws {
    let messages = PagedMessages(failures: 1)
    try await ViewHost.run(chat(messages)) { host in
      try await host.wait(id: "chat.olderProblem")
      #expect(host.find(id: "problem.dismiss") == nil)
      try host.tap(id: "chat.older")
      try await host.wait(id: "chat.beginning")
      #expect(host.find(id: "chat.olderProblem") == nil)
    }
  }
}

extension Node {
  fileprivate var isMessage: Bool { identifier?.hasPrefix("chat.message.") == true }
}

/// The sample's last messages are on the device, those before them on a server that fails some
/// times first.
private final class PagedMessages: MessageRepository {
  private struct State {
    var failures: Int
    var isWhole = false
    var listeners: [AsyncStream<Timeline>.Continuation] = []
  }

  private let samples = SampleMessages()
  private let state: Mutex<State>

  init(failures: Int = 0) {
    state = Mutex(State(failures: failures))
  }

  func observeTimeline(_ conversation: ConversationID) -> AsyncStream<Timeline> {
    let (stream, continuation) = AsyncStream.makeStream(of: Timeline.self)
    state.withLock { state in
      continuation.yield(Self.timeline(isWhole: state.isWhole))
      state.listeners.append(continuation)
    }
    return stream
  }

  func loadOlder(_ conversation: ConversationID) async throws -> Bool {
    try state.withLock { state in
      guard state.failures == 0 else {
        state.failures -= 1
        throw Refusal(.overloaded, "")
      }
      state.isWhole = true
      for listener in state.listeners { listener.yield(Self.timeline(isWhole: true)) }
      return false
    }
  }

  private static func timeline(isWhole: Bool) -> Timeline {
    let whole = PreviewSamples.timeline(PreviewSamples.team)
    return Timeline(
      conversation: whole.conversation, members: whole.members, items: isWhole ? whole.items : whole.items.suffix(2),
      hasOlder: !isWhole, unread: 0, firstUnread: nil, settings: whole.settings)
  }

  func send(
    _ text: String, to conversation: ConversationID, replyTo: MessageID?, attachments: [OutgoingFile]
  ) async throws -> MessageID {
    try await samples.send(text, to: conversation, replyTo: replyTo, attachments: attachments)
  }

  func edit(_ message: MessageID, in conversation: ConversationID, text: String) async throws {}
  func delete(_ message: MessageID, in conversation: ConversationID) async throws {}
  func retry(_ message: MessageID) async throws {}
  func discard(_ message: MessageID) async throws {}
  func markRead(_ conversation: ConversationID, upTo seq: Int64) async throws {}
  func markUnread(_ conversation: ConversationID, from seq: Int64) async throws {}
  func search(_ query: String, before: String?) async throws -> (results: [SearchResult], next: String?) { ([], nil) }
}
