import Domain
import ShimHost
import TestSupport
import Testing

@testable import MessageAIApp

// Conversations, and the people in them.
extension ScreenTable {
  static let conversations = ScreenSpec(
    open: { try await $0.go(.chats) },
    openLoading: { world in
      // As on a new device: nothing is held here yet.
      await world.desk.container.auth.signOut()
      try await world.host.wait(id: "signIn.email")
      try world.desk.fillIn("Ada")
      try world.host.tap(id: "signIn.submit")
    },
    seeds: [.talk], asks: ["GET /v1/socket"],
    empty: .shows(["conversations.empty", "conversations.start", "conversations.new", "conversations.smartSearch"]),
    loading: .shows(["conversations.loading", "conversations.new"]),
    content: {
      .shows(["conversations.row.\(try $0.room)", "conversations.new"], says: ["Bob", "Can we meet on Thursday"])
    },
    failed: ScreenSpec.isOnDevice,
    use: { world in
      try await world.tap("conversations.row.\(world.room)")
      try await world.shows("chat.text")
    })

  static let messageSearch = ScreenSpec(
    open: { world in
      try await world.go(.chats)
      try await world.host.wait(for: "the search field") { $0.visible.contains { $0.kind == .searchField } }
      try world.host.search("launch")
    },
    seeds: [.talk], asks: ["GET /v1/search"],
    empty: .shows(["search.none", "search.byMeaning"]),
    loading: .shows(["search.loading"]),
    content: { _ in .shows(["search.byMeaning"], says: ["launch"]) },
    failed: .shows(["search.failed", "search.retry"]), retry: ScreenSpec.again("search.retry"),
    use: { world in
      @MainActor func result() -> Node? {
        world.host.visible.first { $0.identifier?.hasPrefix("search.result.") == true }
      }
      try await world.host.wait(for: "a result") { _ in result() != nil }
      try world.host.tap(require(result()))
      try await world.shows("chat.text")
    })

  static let chat = ScreenSpec(
    open: { $0.push(.chat(try $0.room), in: .chats) }, start: [.room], seeds: [.talk], readsDevice: true,
    empty: .shows(["chat.empty", "chat.text", "chat.catchUp"]),
    loading: .shows(["chat.loading"]),
    content: {
      .shows(["chat.message.\(try $0.request)", "chat.text", "chat.send", "chat.info"], says: ["Bob"])
    },
    failed: ScreenSpec.isOnDevice,
    use: { world in
      try await world.type("On my way", "chat.text")
      try await world.tap("chat.send")
      try await world.host.wait(text: "On my way")
    })

  static let conversationInfo = ScreenSpec(
    open: { world in
      world.push(.chat(try world.group), in: .chats)
      world.router.push(.conversationInfo(try world.group))
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
    act: { world in
      try await world.tap("info.rename")
      try await world.type("Launch", "info.name")
      try await world.tap("info.rename.confirm")
    },
    retry: { try await $0.tap("problem.dismiss") },
    use: { world in
      try await world.tap("info.rename")
      try await world.type("Launch", "info.name")
      try await world.tap("info.rename.confirm")
      try await world.host.wait(text: "Launch")
      try await world.tap("info.role.\(world.bob)")
      try await world.host.wait(for: "two admins") { host in host.texts.count { $0 == "Admin" } == 2 }
      try await world.tap("info.leave")
      try await world.tap("info.leave.confirm")
      try await world.shows("conversations.empty")
    })

  static let thread = ScreenSpec(
    open: { $0.push(.thread(try $0.room, try $0.request), in: .chats) }, seeds: [.talk], readsDevice: true,
    empty: .never("a message that is not there any more is told as a failure: `gone` tests that"),
    loading: .shows(["thread.loading"]),
    content: {
      .shows(["thread.message.\(try $0.request)", "thread.text", "thread.send"], says: ["I'll send the report"])
    },
    failed: ScreenSpec.isOnDevice,
    use: { world in
      try await world.type("It is on its way", "thread.text")
      try await world.tap("thread.send")
      try await world.host.wait(for: "the answer") { host in
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
    use: { world in
      try await world.tap("messageDetails.done")
      try await world.host.waitGone(id: "messageDetails.done")
    })

  static let newConversation = ScreenSpec(
    open: { world in
      world.router.sheet = .newConversation
      try await world.shows("newConversation.empty")
      try world.host.search("bo")
    },
    openEmpty: { $0.router.sheet = .newConversation },
    seeds: [.room], asks: ["GET /v1/users"],
    empty: .shows(["newConversation.empty", "newConversation.cancel", "newConversation.create"]),
    loading: .shows(["newConversation.loading", "newConversation.cancel"]),
    content: { .shows(["newConversation.person.\(try $0.bob)"], says: ["bob@example.org"]) },
    failed: .shows(["newConversation.failed", "newConversation.retry"]),
    retry: ScreenSpec.again("newConversation.retry"),
    use: { world in
      try await world.tap("newConversation.person.\(world.bob)")
      try world.desk.gate.refuse(["POST /v1/conversations"])
      try await world.tap("newConversation.create")
      try await world.shows("newConversation.problem")
      try world.desk.gate.pass()
      try await world.tap("newConversation.create")
      try await world.shows("chat.text")
    })

  static let addMembers = ScreenSpec(
    open: { world in
      world.router.sheet = .addMembers(try world.group)
      try await world.shows("addMembers.empty")
      try world.host.search("car")
    },
    openEmpty: { $0.router.sheet = .addMembers(try $0.group) },
    start: [.group], seeds: [.group], asks: ["GET /v1/users"],
    empty: .shows(["addMembers.empty", "addMembers.cancel", "addMembers.add"]),
    loading: .shows(["addMembers.loading", "addMembers.cancel"]),
    content: { .shows(["addMembers.person.\(try $0.carol)"], says: ["carol@example.org"]) },
    failed: .shows(["addMembers.failed", "addMembers.retry"]),
    retry: ScreenSpec.again("addMembers.retry"),
    use: { world in
      try await world.tap("addMembers.person.\(world.carol)")
      try world.desk.gate.refuse(["POST /v1/conversations/"])
      try await world.tap("addMembers.add")
      try await world.shows("addMembers.problem")
      try world.desk.gate.pass()
      try await world.tap("addMembers.add")
      try await world.host.waitGone(id: "addMembers.add")
      let group = try world.group
      try await first(in: world.repositories.messages.observeTimeline(group), "Carol") { $0.members.count == 3 }
    })
}
