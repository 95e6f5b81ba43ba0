import Domain
import ShimHost
import TestSupport
import Testing

@testable import MessageAIApp

// Conversations, and the people in them.
extension ScreenTable {
  static let conversations = ScreenSpec(
    open: { try await $0.go(.chats) },
    openLoading: { fixture in
      // As on a new device: nothing is held here yet.
      await fixture.app.container.auth.signOut()
      try await fixture.host.wait(id: "signIn.email")
      try fixture.app.fillIn("Ada")
      try fixture.host.tap(id: "signIn.submit")
    },
    seeds: [.talk], asks: ["GET /v1/socket"],
    empty: .shows(["conversations.empty", "conversations.start", "conversations.new", "conversations.smartSearch"]),
    loading: .shows(["conversations.loading", "conversations.new"]),
    content: {
      .shows(["conversations.row.\(try $0.room)", "conversations.new"], says: ["Bob", "Can we meet on Thursday"])
    },
    failed: ScreenSpec.isOnDevice,
    use: { fixture in
      try await fixture.tap("conversations.row.\(fixture.room)")
      try await fixture.shows("chat.text")
    })

  static let messageSearch = ScreenSpec(
    open: { fixture in
      try await fixture.go(.chats)
      try await fixture.host.wait(for: "the search field") { $0.visible.contains { $0.kind == .searchField } }
      try fixture.host.search("launch")
    },
    seeds: [.talk], asks: ["GET /v1/search"],
    empty: .shows(["search.none", "search.byMeaning"]),
    loading: .shows(["search.loading"]),
    content: { _ in .shows(["search.byMeaning"], says: ["launch"]) },
    failed: .shows(["search.failed", "search.retry"]), retry: ScreenSpec.again("search.retry"),
    use: { fixture in
      @MainActor func result() -> Node? {
        fixture.host.visible.first { $0.identifier?.hasPrefix("search.result.") == true }
      }
      try await fixture.host.wait(for: "a result") { _ in result() != nil }
      try fixture.host.tap(require(result()))
      try await fixture.shows("chat.text")
    })

  static let chat = ScreenSpec(
    open: { $0.push(.chat(try $0.room), in: .chats) }, start: [.room], seeds: [.talk], readsDevice: true,
    empty: .shows(["chat.empty", "chat.text", "chat.catchUp"]),
    loading: .shows(["chat.loading"]),
    content: {
      .shows(["chat.message.\(try $0.request)", "chat.text", "chat.send", "chat.info"], says: ["Bob"])
    },
    failed: ScreenSpec.isOnDevice,
    use: { fixture in
      try await fixture.type("On my way", "chat.text")
      try await fixture.tap("chat.send")
      try await fixture.host.wait(text: "On my way")
    })

  static let conversationInfo = ScreenSpec(
    open: { fixture in
      fixture.push(.chat(try fixture.group), in: .chats)
      fixture.router.push(.conversationInfo(try fixture.group))
    }, seeds: [.group], asks: ["PATCH /v1/conversations/"],
    readsDevice: true,
    empty: .never("the device holds the conversation, or says that it is not here: `gone` tests that"),
    loading: .shows(["info.loading"]),
    content: {
      .shows(
        [
          "info.rename", "info.add", "info.member.\(try $0.bob)", "info.options.\(try $0.bob)", "info.leave",
          "conversation.pin", "conversation.archive", "conversation.muteForGood",
        ], says: ["Release", "2 members"])
    },
    failed: .shows(["problem.dismiss"]),
    act: { fixture in
      try await fixture.tap("info.rename")
      try await fixture.type("Launch", "info.name")
      try await fixture.tap("info.rename.confirm")
    },
    retry: { try await $0.tap("problem.dismiss") },
    use: { fixture in
      try await fixture.tap("info.rename")
      try await fixture.type("Launch", "info.name")
      try await fixture.tap("info.rename.confirm")
      try await fixture.host.wait(text: "Launch")
      try await fixture.tap("info.role.\(fixture.bob)")
      try await fixture.host.wait(for: "two admins") { host in host.texts.count { $0 == "Admin" } == 2 }
      try await fixture.tap("info.leave")
      try await fixture.tap("info.leave.confirm")
      try await fixture.shows("conversations.empty")
    })

  static let thread = ScreenSpec(
    open: { $0.push(.thread(try $0.room, try $0.request), in: .chats) }, seeds: [.talk], readsDevice: true,
    empty: .never("a message that is not there any more is told as a failure: `gone` tests that"),
    loading: .shows(["thread.loading"]),
    content: {
      .shows(["thread.message.\(try $0.request)", "thread.text", "thread.send"], says: ["I'll send the report"])
    },
    failed: ScreenSpec.isOnDevice,
    use: { fixture in
      try await fixture.type("It is on its way", "thread.text")
      try await fixture.tap("thread.send")
      try await fixture.host.wait(for: "the answer") { host in
        host.visible.contains { $0.identifier?.hasPrefix("thread.message.") == true && $0.label.contains("on its way") }
      }
    })

  static let messageDetails = ScreenSpec(
    open: { $0.router.sheet = .messageDetails(try $0.room, try $0.request) },
    openEmpty: { $0.router.sheet = .messageDetails(try $0.room, PreviewSamples.question) },
    start: [.room], seeds: [.talk], readsDevice: true,
    empty: .shows(["messageDetails.empty", "messageDetails.done"]),
    loading: .shows(["messageDetails.loading", "messageDetails.done"]),
    content: { _ in .shows(["messageDetails.done"], says: ["send me the report"]) },
    failed: ScreenSpec.isOnDevice,
    use: { fixture in
      try await fixture.tap("messageDetails.done")
      try await fixture.host.waitGone(id: "messageDetails.done")
    })

  static let newConversation = ScreenSpec(
    open: { fixture in
      fixture.router.sheet = .newConversation
      try await fixture.shows("newConversation.empty")
      try fixture.host.search("bo")
    },
    openEmpty: { $0.router.sheet = .newConversation },
    seeds: [.group], asks: ["GET /v1/users"],
    empty: .shows(["newConversation.empty", "newConversation.cancel", "newConversation.create"]),
    loading: .shows(["newConversation.loading", "newConversation.cancel"]),
    content: { .shows(["newConversation.person.\(try $0.bob)"], says: ["Bob"]) },
    failed: .shows(["newConversation.failed", "newConversation.retry"]),
    offline: .shows(["newConversation.create"], says: ["Bob"]),
    retry: ScreenSpec.again("newConversation.retry"),
    use: { fixture in
      try await fixture.host.wait(text: "bob@example.org")
      try await fixture.tap("newConversation.person.\(fixture.bob)")
      try fixture.app.gate.refuse(["POST /v1/conversations"])
      try await fixture.tap("newConversation.create")
      try await fixture.shows("newConversation.problem")
      try fixture.app.gate.pass()
      try await fixture.tap("newConversation.create")
      try await fixture.shows("chat.text")
    })

  static let addMembers = ScreenSpec(
    open: { fixture in
      fixture.router.sheet = .addMembers(try fixture.group)
      try await fixture.shows("addMembers.empty")
      try fixture.host.search("car")
    },
    openEmpty: { $0.router.sheet = .addMembers(try $0.group) },
    start: [.group], seeds: [.group], asks: ["GET /v1/users"],
    empty: .shows(["addMembers.empty", "addMembers.cancel", "addMembers.add"]),
    loading: .shows(["addMembers.loading", "addMembers.cancel"]),
    content: { .shows(["addMembers.person.\(try $0.carol)"], says: ["carol@example.org"]) },
    failed: .shows(["addMembers.failed", "addMembers.retry"]),
    retry: ScreenSpec.again("addMembers.retry"),
    use: { fixture in
      try await fixture.tap("addMembers.person.\(fixture.carol)")
      try fixture.app.gate.refuse(["POST /v1/conversations/"])
      try await fixture.tap("addMembers.add")
      try await fixture.shows("addMembers.problem")
      try fixture.app.gate.pass()
      try await fixture.tap("addMembers.add")
      try await fixture.host.waitGone(id: "addMembers.add")
      let group = try fixture.group
      try await first(in: fixture.repositories.messages.observeTimeline(group), "Carol") { $0.members.count == 3 }
    })
}
