import Domain
import Foundation
import ShimHost
import SwiftUI
import Synchronization
import Testing
import ViewModels

@testable import MessageAIApp

@Suite("Ways through the screens, on sample data", .timeLimit(.minutes(5)))
@MainActor
struct CoreFlowTests {
  /// A container over sample data, with the view that the app begins with.
  private func app(_ change: (inout Repositories) -> Void = { _ in }) -> (AppContainer, some View) {
    var repositories = Repositories.samples()
    change(&repositories)
    let container = AppContainer.sample(repositories)
    return (container, RootView().environment(container).environment(container.router))
  }

  @Test("a link opens the chat and scrolls it to its message, which is pointed out")
  func link() async throws {
    let (container, root) = app()
    try await ViewHost.run(root) { host in
      _ = try await host.wait(id: "conversations.list")
      let url = try #require(
        MessageLink(conversation: PreviewSamples.team, message: PreviewSamples.question).url)
      host.open(url)
      _ = try await host.wait(id: "chat.message.\(PreviewSamples.question)")
      try await host.wait(for: "scrolling") {
        $0.scrolls.contains(AnyHashable(ChatRow.ID.message(PreviewSamples.question)))
      }
      try await host.wait(for: "arrival") { _ in container.router.focus == nil }
    }
  }

  @Test("a message's menu leads to its details, with who has read it")
  func details() async throws {
    let (container, root) = app()
    try await ViewHost.run(root) { host in
      _ = try await host.wait(id: "conversations.list")
      container.router.open(PreviewSamples.team)
      _ = try await host.wait(id: "chat.message.\(PreviewSamples.mine)")
      try host.tap(hidden: "Details", of: host.node(id: "chat.message.\(PreviewSamples.mine)"))
      _ = try await host.wait(id: "messageDetails.done")
      try await host.wait(text: "Ada Lovelace")
      #expect(host.shows("Waiting"))
      #expect(host.shows("Grace Hopper"))
      try host.tap(id: "messageDetails.done")
      try await host.waitGone(id: "messageDetails.done")
    }
  }

  @Test("replies lead to their thread, which can be answered")
  func thread() async throws {
    let (container, root) = app()
    try await ViewHost.run(root) { host in
      _ = try await host.wait(id: "conversations.list")
      container.router.open(PreviewSamples.team)
      _ = try await host.wait(id: "chat.replies.\(PreviewSamples.question)")
      try host.tap(id: "chat.replies.\(PreviewSamples.question)")
      _ = try await host.wait(id: "thread.message.\(PreviewSamples.mine)")
      #expect(host.find(id: "thread.message.\(PreviewSamples.id(104) as MessageID)") == nil)
      try #expect(!host.node(id: "thread.send").isEnabled)
      try host.type("Then Friday.", id: "thread.text")
      try await host.wait(for: "send") { try $0.node(id: "thread.send").isEnabled }
      try host.back()
      _ = try await host.wait(id: "chat.text")
    }
  }

  @Test("offline is said over every tab, and can be tried again")
  func offline() async throws {
    let (_, root) = app { $0.connection = SampleConnection(state: .offline(retryIn: 8)) }
    try await ViewHost.run(root) { host in
      _ = try await host.wait(id: "banner.retry")
      #expect(host.shows("Offline."))
      try host.select(tab: "Settings")
      _ = try await host.wait(id: "settings.profile")
      #expect(host.find(id: "banner.retry") != nil)
    }
  }

  @Test("swipes pin, mute and archive; a refusal is told")
  func swipes() async throws {
    let (_, root) = app { $0.conversations = RefusingConversations() }
    try await ViewHost.run(root) { host in
      let id = "conversations.row.\(PreviewSamples.team)"
      _ = try await host.wait(id: id)
      for label in ["Pin", "Mute", "Archive"] {
        try host.tap(hidden: label, of: host.node(id: id))
        _ = try await host.wait(id: "problem.dismiss")
        #expect(host.shows("You may not do that."))
        try host.tap(id: "problem.dismiss")
        try await host.waitGone(id: "problem.dismiss")
      }
    }
  }

  @Test("the search filters conversations, and finds messages by their words with who said them")
  func search() async throws {
    let (_, root) = app { $0.messages = FindingMessages() }
    try await ViewHost.run(root) { host in
      _ = try await host.wait(id: "conversations.row.\(PreviewSamples.direct)")
      try host.search("release")
      try await host.waitGone(id: "conversations.row.\(PreviewSamples.direct)")
      #expect(host.find(id: "conversations.row.\(PreviewSamples.team)") != nil)
      _ = try await host.wait(id: "search.result.\(PreviewSamples.question)")
      try await host.wait(for: "the name") { host in
        host.find(id: "search.result.\(PreviewSamples.question)")?.label.contains("Ada Lovelace in Release") ?? false
      }
      #expect(host.find(id: "search.result.\(PreviewSamples.question)")?.label.contains("In a file: plan.pdf") == true)
      for kind in ["image", "file", "voice"] {
        try host.tap(id: "search.has.\(kind)")
        try await host.waitGone(id: "search.has.\(kind)")
      }
      // Each was added to what stood there.
      for kind in ["image", "file", "voice"] { #expect(host.find(id: "search.has.\(kind)") == nil) }
      try await host.wait(for: "the result") { $0.find(id: "search.result.\(PreviewSamples.question)") != nil }
      try host.tap(id: "search.result.\(PreviewSamples.question)")
      _ = try await host.wait(id: "chat.message.\(PreviewSamples.question)")
    }
  }

  @Test("what is urgent says why, narrows the list, and can be corrected at the message")
  func urgent() async throws {
    let intelligence = RecordingIntelligence()
    let (container, root) = app { $0.intelligence = intelligence }
    try await ViewHost.run(root) { host in
      let row = try await host.wait(id: "conversations.row.\(PreviewSamples.team)")
      #expect(row.label.contains("1 urgent"))
      try host.toggle(id: "conversations.urgentOnly", on: true)
      try await host.waitGone(id: "conversations.row.\(PreviewSamples.direct)")
      #expect(host.find(id: "conversations.row.\(PreviewSamples.team)") != nil)
      try host.toggle(id: "conversations.urgentOnly", on: false)
      _ = try await host.wait(id: "conversations.row.\(PreviewSamples.direct)")
      container.router.open(PreviewSamples.team)
      let line = try await host.wait(id: "chat.urgent.\(PreviewSamples.question)")
      #expect(line.label.contains("Ada Lovelace asks you directly."))
      try host.tap(hidden: "This can wait", of: host.node(id: "chat.message.\(PreviewSamples.question)"))
      try await host.wait(for: "the correction") { _ in intelligence.calls.contains("correct can_wait") }
      try host.tap(hidden: "This is urgent", of: host.node(id: "chat.message.\(PreviewSamples.id(104) as MessageID)"))
      try await host.wait(for: "the other") { _ in intelligence.calls.contains("correct urgent") }
    }
  }

  @Test("a wish to meet has a card under its message, which finds times or is put away")
  func wish() async throws {
    let intelligence = RecordingIntelligence()
    let (container, root) = app { $0.intelligence = intelligence }
    let message: MessageID = PreviewSamples.id(104)
    try await ViewHost.run(root) { host in
      _ = try await host.wait(id: "conversations.list")
      container.router.open(PreviewSamples.team)
      _ = try await host.wait(id: "chat.findTime.\(message)")
      try host.tap(id: "chat.findTime.\(message)")
      _ = try await host.wait(id: "slot.0")
      try host.tap(id: "slot.0.propose")
      try await host.wait(for: "the preview") { $0.find(id: "slot.0.post") != nil }
      #expect(intelligence.changes.isEmpty)
      try host.tap(id: "slot.0.post")
      try await host.wait(for: "the wish is served") { _ in intelligence.changes.map(\.status) == [.done] }
      try host.tap(id: "meeting.done")
      try await host.waitGone(id: "meeting.done")
      try host.tap(id: "chat.noTime.\(message)")
      try await host.wait(for: "it is put away") { _ in intelligence.changes.map(\.status) == [.done, .dismissed] }
    }
  }

  @Test("a failed list of devices can be tried again")
  func failure() async throws {
    let auth = FailingOnce()
    let (container, root) = app { $0.auth = auth }
    try await ViewHost.run(root) { host in
      _ = try await host.wait(id: "conversations.list")
      container.router.tab = .settings
      container.router.push(.sessions)
      _ = try await host.wait(id: "sessions.retry")
      try host.tap(id: "sessions.retry")
      try await host.wait(text: "This device")
    }
  }

  @Test("after signing up the profile is asked for, and can wait")
  func profileSetUp() async throws {
    let repositories = Repositories.samples(.signedOut)
    let container = AppContainer.sample(repositories)
    let root = RootView().environment(container).environment(container.router)
    try await ViewHost.run(root) { host in
      _ = try await host.wait(id: "signIn.switch")
      try host.tap(id: "signIn.switch")
      _ = try await host.wait(id: "signIn.name")
      try host.type("Robin Vogel", id: "signIn.name")
      try host.type("me@example.org", id: "signIn.email")
      try host.type("correct horse 42", id: "signIn.password")
      try await host.wait(for: "submit") { try $0.node(id: "signIn.submit").isEnabled }
      try host.tap(id: "signIn.submit")
      _ = try await host.wait(id: "profileSetUp.later")
      try host.tap(id: "profileSetUp.later")
      try await host.waitGone(id: "profileSetUp.later")
      #expect(!container.auth.needsProfile)
    }
  }
}

/// Refuses every change.
private struct RefusingConversations: ConversationRepository {
  private let samples = SampleMessages()
  private let refusal = Refusal(.forbidden, "You may not do that.")

  func observeConversations() -> AsyncStream<[ConversationSummary]> { samples.observeConversations() }
  func observeBadge() -> AsyncStream<Int> { samples.observeBadge() }
  func openDirect(with user: UserID) async throws -> ConversationID { throw refusal }
  func createGroup(name: String, members: [UserID]) async throws -> ConversationID { throw refusal }
  func rename(_ conversation: ConversationID, to name: String) async throws { throw refusal }
  func setPhoto(_ photo: AttachmentID?, of conversation: ConversationID) async throws { throw refusal }
  func addMembers(_ users: [UserID], to conversation: ConversationID) async throws { throw refusal }
  func removeMember(_ user: UserID, from conversation: ConversationID) async throws { throw refusal }
  func setRole(_ role: Member.Role, of user: UserID, in conversation: ConversationID) async throws { throw refusal }
  func leave(_ conversation: ConversationID) async throws { throw refusal }
  func change(_ change: ConversationSettingsChange, in conversation: ConversationID) async throws { throw refusal }
  func saveDraft(_ text: String?, in conversation: ConversationID) async throws {}
  func draft(in conversation: ConversationID) async throws -> String? { nil }
}

/// Finds the question, whatever is searched for.
private struct FindingMessages: MessageRepository {
  private let samples = SampleMessages()

  func observeTimeline(_ conversation: ConversationID) -> AsyncStream<Timeline> {
    samples.observeTimeline(conversation)
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
  func loadOlder(_ conversation: ConversationID) async throws -> Bool { false }
  func markRead(_ conversation: ConversationID, upTo seq: Int64) async throws {}
  func markUnread(_ conversation: ConversationID, from seq: Int64) async throws {}

  func search(_ query: String, before: String?) async throws -> (results: [SearchResult], next: String?) {
    let message = Message(
      id: PreviewSamples.question, seq: 1, rev: 1, sender: PreviewSamples.ada, text: "the release",
      createdAt: PreviewSamples.now)
    let snippet = "the \u{2}release\u{3}"
    return (
      [SearchResult(conversation: PreviewSamples.team, message: message, snippet: snippet, file: "plan.pdf")], nil
    )
  }
}

/// Fails to list the devices, the first time.
private final class FailingOnce: AuthRepository {
  private let samples = SampleAuth(.signedIn)
  private let hasFailed = Mutex(false)

  func observeProfile() -> AsyncStream<Profile?> { samples.observeProfile() }
  func signUp(email: String, password: String, name: String, invitation: String?) async throws -> Profile {
    PreviewSamples.profile
  }
  func signIn(email: String, password: String) async throws -> Profile { PreviewSamples.profile }
  func signOut() async throws {}
  func changePassword(current: String, new: String) async throws {}
  func deleteAccount(password: String) async throws {}
  func exportAccount(password: String, to file: URL) async throws {}
  func updateProfile(_ change: ProfileChange) async throws -> Profile { PreviewSamples.profile }
  func endSession(_ session: SessionID) async throws {}

  func sessions() async throws -> [DeviceSession] {
    let isFirst = hasFailed.withLock { hasFailed in
      defer { hasFailed = true }
      return !hasFailed
    }
    if isFirst { throw Refusal(.overloaded, "") }
    return try await samples.sessions()
  }
}
