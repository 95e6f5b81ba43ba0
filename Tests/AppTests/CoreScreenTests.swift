import Domain
import Foundation
import ShimHost
import SwiftUI
import Testing
import ViewModels

@testable import MessageAIApp

@Suite("The screens around a conversation, on sample data", .timeLimit(.minutes(5)))
@MainActor
struct CoreScreenTests {
  @Test("the list names each conversation with its marks; a tap opens it and the back button returns")
  func list() async throws {
    try await ViewHost.run(PreviewContainer { _ in MainView() }) { host in
      let row = try await host.wait(id: "conversations.row.\(PreviewSamples.team)")
      #expect(row.label.contains("Release"))
      #expect(row.label.contains("2 unread"))
      #expect(host.find(id: "conversations.row.\(PreviewSamples.archive)") == nil)
      try host.tap(id: "conversations.archived")
      _ = try await host.wait(id: "conversations.row.\(PreviewSamples.archive)")
      try host.tap(id: "conversations.row.\(PreviewSamples.team)")
      _ = try await host.wait(id: "chat.text")
      #expect(host.shows("Ada Lovelace is typing …"))
      try host.back()
      _ = try await host.wait(id: "conversations.list")
    }
  }

  @Test("a chat shows bubbles with their marks, the unread line, a thread and the ways to add something")
  func chat() async throws {
    try await ViewHost.run(PreviewContainer { _ in NavigationStack { RouteView(route: .chat(PreviewSamples.team)) } }) {
      host in
      let mine = try await host.wait(id: "chat.message.\(PreviewSamples.mine)")
      #expect(mine.label.contains("Read"))
      #expect(mine.label.contains("Yes, if the tests are green."))
      _ = try await host.wait(id: "chat.unreadLine")
      #expect(host.shows("Message deleted"))
      #expect(host.find(id: "chat.replies.\(PreviewSamples.question)") != nil)
      _ = try await host.wait(id: "chat.photos")
      _ = try await host.wait(id: "chat.add")
    }
  }

  @Test("a chat says who joined and what the group was called before")
  func events() async throws {
    var timeline = PreviewSamples.timeline(PreviewSamples.team)
    timeline.members[2].joinSeq = 2
    timeline.conversation.renamed = Renaming(
      at: PreviewSamples.now.adding(seconds: 86_400), by: PreviewSamples.me, from: "Shipping")
    let rows = ChatRowBuilder(me: PreviewSamples.me, texts: TimeTexts())
      .rows(of: timeline, shown: 100, unreadLine: nil)
    let list = PreviewContainer { session in
      MessageList(
        model: session.chat(PreviewSamples.team), records: session.records(of: PreviewSamples.team), rows: rows)
    }
    try await ViewHost.run(list) { host in
      try await host.wait(text: "Grace Hopper joined")
      #expect(host.shows("You renamed the group from “Shipping” to “Release”"))
    }
  }

  @Test("reply and edit are said above the text, and can be given up")
  func composer() async throws {
    try await ViewHost.run(PreviewContainer { _ in NavigationStack { RouteView(route: .chat(PreviewSamples.team)) } }) {
      host in
      let theirs = try await host.wait(id: "chat.message.\(PreviewSamples.question)")
      try host.tap(hidden: "Reply", of: theirs)
      _ = try await host.wait(id: "chat.context")
      #expect(host.shows("Reply to Ada Lovelace"))
      try host.tap(id: "chat.cancel")
      try await host.waitGone(id: "chat.context")
      try host.tap(hidden: "Edit", of: host.node(id: "chat.message.\(PreviewSamples.mine)"))
      try await host.wait(text: "Edit message")
      try #expect(host.node(id: "chat.send").isEnabled == false)
      try host.type("Yes, if all tests are green.", id: "chat.text")
      try await host.wait(for: "save") { try $0.node(id: "chat.send").isEnabled }
      #expect(throws: NotOnScreen.self) {
        try host.tap(hidden: "Edit", of: host.node(id: "chat.message.\(PreviewSamples.question)"))
      }
    }
  }

  @Test("a group's administrator finds people's options, renaming and leaving; nobody else is offered them")
  func info() async throws {
    let team = PreviewContainer { session in
      NavigationStack { ConversationInfoScreen(model: session.chat(PreviewSamples.team)) }
    }
    try await ViewHost.run(team) { host in
      _ = try await host.wait(id: "info.add")
      #expect(host.find(id: "info.rename") != nil)
      #expect(host.find(id: "info.leave") != nil)
      #expect(host.find(id: "info.options.\(PreviewSamples.ada)") != nil)
      #expect(host.find(id: "info.options.\(PreviewSamples.me)") == nil)
      try host.tap(id: "info.leave")
      _ = try await host.wait(id: "info.leave.confirm")
    }
    let direct = PreviewContainer { session in
      NavigationStack { ConversationInfoScreen(model: session.chat(PreviewSamples.direct)) }
    }
    try await ViewHost.run(direct) { host in
      try await host.wait(text: "Ada Lovelace")
      #expect(host.find(id: "info.add") == nil)
      #expect(host.find(id: "info.leave") == nil)
    }
  }

  @Test("a new group needs a name; whoever was chosen can be taken out again")
  func newConversation() async throws {
    try await ViewHost.run(PreviewContainer { NewConversationSheet(model: $0.newConversation()) }) { host in
      _ = try await host.wait(id: "newConversation.empty")
      try #expect(host.node(id: "newConversation.create").isEnabled == false)
      try host.search("a")
      _ = try await host.wait(id: "newConversation.person.\(PreviewSamples.ada)")
      try host.tap(id: "newConversation.person.\(PreviewSamples.ada)")
      try await host.wait(for: "create") { try $0.node(id: "newConversation.create").isEnabled }
      try host.tap(id: "newConversation.person.\(PreviewSamples.grace)")
      _ = try await host.wait(id: "newConversation.groupName")
      try #expect(host.node(id: "newConversation.create").isEnabled == false)
      try host.type("Release", id: "newConversation.groupName")
      try await host.wait(for: "create") { try $0.node(id: "newConversation.create").isEnabled }
      try host.tap(id: "newConversation.chosen.\(PreviewSamples.grace)")
      try await host.waitGone(id: "newConversation.groupName")
    }
  }

  @Test("settings lead to each of their screens")
  func settings() async throws {
    let routes = [
      "profile": "profile.name", "notifications": "notifications.allow", "appearance": "appearance.choice",
      "language": "language.choice", "sessions": "sessions.end.\(PreviewSamples.id(2) as SessionID)",
      "changePassword": "changePassword.current", "downloadData": "downloadData.password",
      "deleteAccount": "deleteAccount.password",
    ]
    try await ViewHost.run(PreviewContainer { _ in MainView() }) { host in
      try host.select(tab: "Settings")
      for (route, element) in routes.sorted(by: { $0.key < $1.key }) {
        _ = try await host.wait(id: "settings.\(route)")
        try host.tap(id: "settings.\(route)")
        _ = try await host.wait(id: element)
        try host.back()
      }
    }
  }

  @Test("signing in says what is wrong beside each field, and asks for a server")
  func signIn() async throws {
    try await ViewHost.run(PreviewContainer(.signedOut) { _ in RootView() }) { host in
      _ = try await host.wait(id: "signIn.email")
      try #expect(host.node(id: "signIn.submit").isEnabled == false)
      #expect(host.find(id: "signIn.name") == nil)
      try host.tap(id: "signIn.switch")
      _ = try await host.wait(id: "signIn.name")
      try host.type("Robin", id: "signIn.name")
      try host.type("robin", id: "signIn.email")
      try host.type("short", id: "signIn.password")
      try await host.wait(for: "submit") { try $0.node(id: "signIn.submit").isEnabled }
      try host.type("two words", id: "signIn.server")
      try host.tap(id: "signIn.submit")
      try await host.wait(text: "Type the address of your team's server")
      try host.type("chat.example.org", id: "signIn.server")
      try host.tap(id: "signIn.submit")
      try await host.wait(text: "8 characters")
    }
  }

  @Test("turning the device loses nothing of the open chat, and a narrow screen leads back to the list")
  func turning() async throws {
    try await ViewHost.run(
      PreviewContainer { _ in MainView() }, environment: { $0.horizontalSizeClass = .compact }
    ) { host in
      _ = try await host.wait(id: "conversations.row.\(PreviewSamples.team)")
      #expect(host.find(id: "chats.detail.empty") == nil)
      try host.tap(id: "conversations.row.\(PreviewSamples.team)")
      _ = try await host.wait(id: "chat.text")
      #expect(host.find(id: "conversations.list") == nil)
      try host.type("half a sentence", id: "chat.text")
      for width in [UserInterfaceSizeClass.regular, .compact] {
        host.changeEnvironment { $0.horizontalSizeClass = width }
        #expect(try host.node(id: "chat.text").text == "half a sentence")
        #expect((host.find(id: "conversations.list") != nil) == (width == .regular))
      }
      try host.back()
      _ = try await host.wait(id: "conversations.list")
      #expect(host.find(id: "chat.text") == nil)
    }
  }

  @Test("the tabs leave the foot of a narrow screen to whoever writes there")
  func tabBar() async throws {
    for (width, hides) in [(UserInterfaceSizeClass.compact, true), (.regular, false)] {
      try await ViewHost.run(
        PreviewContainer { _ in NavigationStack { RouteView(route: .chat(PreviewSamples.team)) } },
        environment: { $0.horizontalSizeClass = width }
      ) { host in
        _ = try await host.wait(id: "chat.text")
        let bars = host.everything.flatMap(\.everything).compactMap { $0.attributes["toolbarVisibility"] }
        #expect(bars.contains("hidden") == hides)
      }
    }
  }

  @Test("what a screen lives on is made once, however often the views around it are evaluated")
  func madeOnce() async throws {
    let counter = MadeCounter()
    try await ViewHost.run(MadeAgain(counter: counter)) { host in
      _ = try await host.wait(text: "made 1")
      for _ in 0..<3 { try host.tap(label: "Again") }
      #expect(host.shows("again 3"))
      #expect(counter.made == 1)
    }
  }

  @Test("the line of a chat and of the assistant grows with the return key: nothing waits for it")
  func returnKey() async throws {
    for (view, id) in [
      (AnyView(AssistantScreen()), "assistant.draft"),
      (AnyView(RouteView(route: .chat(PreviewSamples.team))), "chat.text"),
    ] {
      try await ViewHost.run(PreviewContainer { _ in NavigationStack { view } }) { host in
        _ = try await host.wait(id: id)
        #expect(throws: NotOnScreen.self) { try host.submit(id: id) }
      }
    }
  }

  @Test("beside the list an iPad shows what is chosen, and the way to choose")
  func split() async throws {
    try await ViewHost.run(
      PreviewContainer { _ in MainView() }, environment: { $0.horizontalSizeClass = .regular }
    ) { host in
      _ = try await host.wait(id: "chats.detail.empty")
      _ = try await host.wait(id: "conversations.row.\(PreviewSamples.direct)")
      try host.tap(id: "conversations.row.\(PreviewSamples.direct)")
      _ = try await host.wait(id: "chat.text")
      #expect(host.find(id: "conversations.list") != nil)
    }
  }
}

private final class MadeCounter {
  var made = 0
}

private struct MadeAgain: View {
  @State private var again = 0
  let counter: MadeCounter

  var body: some View {
    Button("Again") { again += 1 }
    Text(verbatim: "again \(again)")
    Lasting {
      counter.made += 1
      return counter.made
    } content: {
      Text(verbatim: "made \($0)")
    }
  }
}
