import Domain
import TestSupport
import Testing

@testable import MessageAIApp

// What the AI makes when it is asked, and what it is told and keeps.
extension ScreenTable {
  static let summary = ScreenSpec(
    open: { try await $0.catchUp() }, start: [.room], seeds: [.talk], asks: ["POST /v1/conversations/"],
    empty: .shows(["output.notFound", "catchUp.part", "catchUp.done", "summary.range", "summary.run"]),
    loading: .shows(["summary.loading", "catchUp.done"]),
    content: { _ in .shows(["output.title", "citation.1", "output.receipt", "output.share", "summary.question"]) },
    failed: .shows(["summary.failed", "summary.retry"]),
    offline: .shows(["summary.notice", "summary.waiting", "summary.cancel", "output.title"], says: [ScreenSpec.kept]),
    retry: ScreenSpec.again("summary.retry"),
    use: { fixture in
      try await fixture.tap("output.share")
      try await fixture.shows("output.preview")
      try await fixture.tap("output.post")
      try await fixture.shows("output.shared")
      try await fixture.tap("citation.1")
      try await fixture.shows("chat.text")
    })

  static let conversationActions = ScreenSpec(
    open: { try await $0.catchUp(part: "To do") }, start: [.room], seeds: [.talk], readsDevice: true,
    empty: .shows(["actions.empty", "catchUp.options"]),
    loading: .shows(["actions.loading"]),
    content: { _ in .shows(["actions.filter", "actions.whose"], says: ["report"]) },
    failed: ScreenSpec.isOnDevice)

  static let newTask = ScreenSpec(
    open: { fixture in
      try await fixture.catchUp(part: "To do")
      try await fixture.tap("actions.new")
    },
    start: [.room], seeds: [.talk], asks: ["POST /v1/conversations/"],
    empty: ScreenSpec.holdsItself, loading: ScreenSpec.holdsItself,
    content: { _ in .shows(["newTask.text", "newTask.owner", "newTask.add", "newTask.cancel"]) },
    failed: .shows(["newTask.problem", "newTask.text", "newTask.add"]),
    offline: .shows(["newTask.text", "newTask.add"]),
    act: { fixture in
      try await fixture.type("Book the room", "newTask.text")
      try await fixture.tap("newTask.add")
    },
    retry: { fixture in
      try await fixture.tap("newTask.add")
      try await fixture.host.waitGone(id: "newTask.add")
      try await fixture.host.wait(text: "Book the room")
    })

  static let conversationDecisions = ScreenSpec(
    open: { try await $0.catchUp(part: "Decisions") }, start: [.room], seeds: [.talk], readsDevice: true,
    empty: .shows(["decision.empty", "catchUp.options"]),
    loading: .shows(["decision.loading"]),
    content: { _ in .shows(["decision.filter"], says: ["first of June"]) },
    failed: ScreenSpec.isOnDevice)

  static let meeting = ScreenSpec(
    open: { fixture in
      try await fixture.catchUp(part: "Meet")
      try await fixture.tap("meeting.find")
    },
    openEmpty: { try await $0.catchUp(part: "Meet") },
    start: [.room], seeds: [.talk], asks: ["POST /v1/conversations/"],
    empty: .shows(["meeting.empty", "meeting.topic", "meeting.minutes", "meeting.find"]),
    loading: .shows(["meeting.loading"]),
    content: { _ in .shows(["slot.0", "slot.0.reason", "slot.0.propose", "slot.0.calendar", "ai.mark"]) },
    failed: .shows(["meeting.failed", "meeting.retry"]), retry: ScreenSpec.again("meeting.retry"),
    use: { fixture in
      try await fixture.tap("slot.0.propose")
      try await fixture.tap("slot.0.post")
      try await fixture.shows("slot.0.proposed")
      try await fixture.tap("slot.0.calendar")
      try await fixture.shows("slot.0.share")
    })

  static let receipt = ScreenSpec(
    open: { fixture in
      try await fixture.catchUp()
      try await fixture.tap("output.receipt")
    },
    seeds: [.talk],
    empty: ScreenSpec.holdsItself, loading: ScreenSpec.holdsItself,
    content: { _ in
      .shows(
        [
          "receipt.model", "receipt.place", "receipt.read", "receipt.nothingSent", "receipt.confidence", "receipt.done",
        ],
        says: ["this server"])
    },
    failed: ScreenSpec.holdsItself,
    offline: .never("no summary was read here before the connection went"),
    use: { fixture in
      try await fixture.tap("receipt.done")
      try await fixture.host.waitGone(id: "receipt.model")
    })

  static let smartSearch = ScreenSpec(
    open: { fixture in
      fixture.push(.intelligence(.smartSearch), in: .chats)
      try await fixture.type("launch", "smartSearch.query")
      try await fixture.tap("smartSearch.search")
    },
    openEmpty: { $0.push(.intelligence(.smartSearch), in: .chats) },
    seeds: [.talk], asks: ["POST /v1/search"],
    empty: .shows(["smartSearch.empty", "smartSearch.query", "smartSearch.ask", "smartSearch.filters"]),
    loading: .shows(["smartSearch.loading"]),
    content: { _ in .shows(["smartSearch.hit.3"], says: ["launch"]) },
    failed: .shows(["smartSearch.failed", "smartSearch.retry"]), retry: ScreenSpec.again("smartSearch.retry"),
    use: { fixture in
      try await fixture.type("zebra", "smartSearch.query")
      try await fixture.tap("smartSearch.search")
      try await fixture.shows("smartSearch.nothing")
    })

  static let answer = ScreenSpec(
    open: { fixture in
      fixture.push(.intelligence(.smartSearch), in: .chats)
      try await fixture.type("When do we launch?", "smartSearch.query")
      try await fixture.tap("smartSearch.ask")
    },
    seeds: [.talk], asks: ["POST /v1/ai/ask"],
    empty: .shows(["output.notFound"]),
    loading: .shows(["answer.loading"]),
    content: { _ in .shows(["output.title", "citation.1", "output.receipt"]) },
    failed: .shows(["answer.failed", "answer.retry"]), offline: .shows(["answer.waiting", "answer.cancel"]),
    retry: ScreenSpec.again("answer.retry"),
    use: { fixture in
      try await fixture.tap("citation.1")
      try await fixture.shows("chat.text")
    })

  static let assistant = ScreenSpec(
    open: { try await $0.go(.assistant) }, seeds: [.proposal], asks: ["GET /v1/ai/assistant"],
    empty: .shows(["assistant.empty", "assistant.example.missed", "assistant.draft", "assistant.send"]),
    loading: .shows(["assistant.loading", "assistant.draft"]),
    content: { _ in .shows(["assistant.list", "assistant.options"], says: ["Waits for your approval", "drink tea"]) },
    failed: .shows(["assistant.failed", "assistant.retry"]),
    offline: .shows(["assistant.notice"], says: [ScreenSpec.kept, "drink tea"]), keeps: "assistant",
    retry: ScreenSpec.again("assistant.retry"),
    use: { fixture in
      try await fixture.type("What are my action items?", "assistant.draft")
      try fixture.app.gate.refuse(["POST /v1/ai/assistant"])
      try await fixture.tap("assistant.send")
      try await fixture.tap("problem.dismiss")
      try fixture.app.gate.pass()
      // What was typed is there again.
      try await fixture.tap("assistant.send")
      try await fixture.host.wait(text: "Nothing is open for you.")
      try await fixture.tap("assistant.erase")
      try await fixture.tap("assistant.confirmErase")
      try await fixture.shows("assistant.empty")
    })

  static let assistantTasks = ScreenSpec(
    open: { fixture in
      try await fixture.go(.assistant)
      try await fixture.host.wait(text: "Waits for your approval")
      try await fixture.tap("assistant.tasks")
    },
    openEmpty: { fixture in
      try await fixture.go(.assistant)
      try await fixture.shows("assistant.empty")
      try await fixture.tap("assistant.tasks")
    },
    seeds: [.proposal],
    empty: .shows(["tasks.empty", "tasks.done"]), loading: ScreenSpec.holdsItself,
    content: { _ in .shows(["tasks.done"], says: ["Waiting"]) },
    failed: ScreenSpec.holdsItself,
    offline: .never("no talk was read here before the connection went"))

  static let aiPreferences = ScreenSpec(
    open: { $0.push(.intelligence(.preferences)) }, seeds: [.room],
    asks: ["GET /v1/ai/preferences", "GET /v1/ai/status"],
    empty: .never("preferences have values from the first day"),
    loading: .shows(["aiPreferences.loading"]),
    content: {
      .shows([
        "aiStatus.onBox", "aiStatus.budget", "aiPreferences.isOn", "aiPreferences.keyword", "aiPreferences.focus",
        "aiPreferences.tone", "aiPreferences.language", "aiPreferences.ledger", "aiPreferences.memory",
        "aiPreferences.urgent.\(try $0.bob)",
      ])
    },
    failed: .shows(["aiPreferences.failed", "aiPreferences.retry"]),
    offline: .shows(["aiPreferences.notice", "aiPreferences.isOn"], says: [ScreenSpec.kept]), keeps: "aiPreferences",
    retry: ScreenSpec.again("aiPreferences.retry"),
    use: { fixture in
      try await fixture.type("invoice", "aiPreferences.keyword")
      try await fixture.tap("aiPreferences.addKeyword")
      try await fixture.tap("aiPreferences.save")
      let intelligence = try fixture.repositories.intelligence
      try await eventually("the word is saved") {
        try await intelligence.preferences().urgentKeywords == ["invoice"]
      }
    })

  static let ledger = ScreenSpec(
    open: { $0.push(.intelligence(.transparency)) }, seeds: [.talk, .output], asks: ["GET /v1/ai/ledger"],
    empty: .shows(["ledger.empty"]), loading: .shows(["ledger.loading"]),
    content: { _ in .shows(["ledger.requests", "ledger.sent", "ledger.entry.0"], says: ["Nothing sent"]) },
    failed: .shows(["ledger.failed", "ledger.retry"]),
    offline: .shows(["ledger.notice", "ledger.entry.0"], says: [ScreenSpec.kept]), keeps: "ledger",
    retry: ScreenSpec.again("ledger.retry"))

  static let memory = ScreenSpec(
    open: { $0.push(.intelligence(.memory)) }, seeds: [.memory], asks: ["GET /v1/ai/memory"],
    empty: .shows(["memory.empty"]), loading: .shows(["memory.loading"]),
    content: { _ in .shows(["memory.forgetAll"], says: ["Bob prefers e-mail"]) },
    failed: .shows(["memory.failed", "memory.retry"]),
    offline: .shows(["memory.notice"], says: [ScreenSpec.kept, "Bob prefers e-mail"]), keeps: "memory",
    retry: ScreenSpec.again("memory.retry"),
    use: { fixture in
      try await fixture.tap("memory.forgetAll")
      try await fixture.tap("memory.confirmForgetAll")
      try await fixture.shows("memory.empty")
    })

  static let earlier = ScreenSpec(
    open: { $0.push(.intelligence(.earlier)) }, seeds: [.talk, .output], asks: ["GET /v1/ai/outputs"],
    empty: .shows(["earlier.empty"]), loading: .shows(["earlier.loading"]),
    content: { _ in .shows(["ai.mark"], says: ["kept until"]) },
    failed: .shows(["earlier.failed", "earlier.retry"]),
    offline: .shows(["earlier.notice", "ai.mark"], says: [ScreenSpec.kept]), keeps: "earlier",
    retry: ScreenSpec.again("earlier.retry"))

  static let reminders = ScreenSpec(
    open: { $0.push(.intelligence(.reminders)) }, seeds: [.reminder],
    asks: ["PATCH /v1/reminders/"],
    empty: .shows(["reminders.empty"]),
    loading: .never("reminders come from the device's store, and are followed while the app is open"),
    content: { _ in .shows(["reminders.list"], says: ["Call the bank"]) },
    failed: .shows(["problem.dismiss"]), offline: .shows(["reminders.list"], says: ["Call the bank"]),
    act: { try await $0.tap("reminder.\($0.reminder()).done") },
    retry: { try await $0.tap("problem.dismiss") },
    use: { fixture in
      try await fixture.tap("reminder.\(fixture.reminder()).done")
      try await fixture.shows("reminders.empty")
    })

  static let waiting = ScreenSpec(
    open: { $0.push(.intelligence(.waiting)) }, seeds: [.request],
    empty: .shows(["waiting.empty"]),
    loading: .never("requests come from the device's store, and are followed while the app is open"),
    content: { _ in
      .shows(["waiting.list"], says: ["Summary of a conversation", "It does not exist, or you may not see it."])
    },
    failed: ScreenSpec.isOnDevice,
    use: { fixture in
      let request = try await fixture.request()
      try await fixture.tap("waiting.\(request).retry")
      try await fixture.untilRefused()
      try await fixture.shows("waiting.\(request)")
    })

  static let earlierOutput = ScreenSpec(
    open: { fixture in
      fixture.push(.intelligence(.earlier))
      let kept = try await fixture.repositories.intelligence.outputs()
      try await fixture.tap("earlier.\(require(kept.first, "output").id)")
    },
    seeds: [.talk, .output], asks: ["DELETE /v1/ai/outputs/"],
    empty: ScreenSpec.holdsItself, loading: ScreenSpec.holdsItself,
    content: { _ in .shows(["output.title", "output.receipt", "output.dismiss", "earlierOutput.done"]) },
    failed: .shows(["problem.dismiss"]),
    offline: .never("no output was read here before the connection went"),
    act: { try await $0.tap("output.dismiss") },
    retry: { try await $0.tap("problem.dismiss") },
    use: { fixture in
      try await fixture.tap("output.dismiss")
      try await fixture.shows("earlierOutput.empty")
      try await fixture.tap("earlierOutput.done")
      try await fixture.shows("earlier.empty")
    })
}

extension ScreenFixture {
  /// The first that waits or was refused.
  func request() async throws -> DeferredRequest.ID {
    let found = try repositories.offline.observeRequests()
    return try require(try await first(in: found, "a request") { !$0.isEmpty }.first, "request").id
  }

  func untilRefused() async throws {
    try await first(in: repositories.offline.observeRequests(), "the refusal") { $0.contains { $0.failure != nil } }
  }

  /// The first that the device knows of.
  func reminder() async throws -> ReminderID {
    let found = try repositories.reminders.observeReminders()
    return try require(try await first(in: found, "a reminder") { !$0.isEmpty }.first, "reminder").id
  }
}
