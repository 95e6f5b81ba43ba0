import Domain
import TestSupport
import Testing

@testable import MessageAIApp

// The tab Insights, its parts and its sheets, and marking by hand.
extension ScreenTable {
  static let missed = ScreenSpec(
    open: { try await $0.go(.insights) }, seeds: [.talk], asks: ["POST /v1/ai/digest"],
    empty: .shows(["output.notFound", "insights.more"]),
    loading: .shows(["digest.loading", "insights.part"]),
    content: { _ in
      .shows(["output.title", "ai.mark", "citation.1", "output.receipt", "output.helpful", "output.dismiss"])
    },
    failed: .shows(["digest.failed", "digest.retry"]),
    offline: .shows(["digest.notice", "digest.waiting", "digest.cancel", "output.title"], says: [ScreenSpec.kept]),
    retry: ScreenSpec.again("digest.retry"),
    use: { fixture in
      try await fixture.tap("output.helpful")
      try await fixture.host.wait(for: "the vote") { host in
        host.find(id: "output.helpful")?.traits.contains("isSelected") == true
      }
      try await fixture.tap("output.dismiss")
      try await fixture.shows("digest.empty")
    })

  static let priority = ScreenSpec(
    open: { try await $0.go(.insights, part: "Priority") }, seeds: [.talk], asks: ["GET /v1/ai/priorities"],
    empty: .shows(["priority.empty", "priority.unreadOnly"]),
    loading: .shows(["priority.loading"]),
    content: { _ in
      .shows(["priority.section.urgent", "priority.unreadOnly"], says: ["the production server is down"])
    },
    failed: .shows(["priority.failed", "priority.retry"]),
    offline: .shows(["priority.notice", "priority.section.urgent"], says: [ScreenSpec.kept]), keeps: "priority",
    retry: ScreenSpec.again("priority.retry"),
    use: { fixture in
      let row = try require(
        fixture.host.visible.first {
          $0.identifier?.hasPrefix("verdict.") == true && $0.label.contains("production server")
        }?.identifier)
      try await fixture.tap("\(row).can_wait")
      try await fixture.host.wait(text: "You said so.")
    })

  static let actions = ScreenSpec(
    open: { try await $0.go(.insights, part: "To do") }, seeds: [.talk], readsDevice: true,
    empty: .shows(["actions.empty", "actions.filter", "actions.whose", "actions.shown"]),
    loading: .shows(["actions.loading"]),
    content: { _ in .shows(["actions.filter", "ai.mark"], says: ["report"]) },
    failed: ScreenSpec.isOnDevice,
    use: { fixture in
      let row = "insight.\(try await fixture.insight(.actionItem))"
      try fixture.host.choose("All", id: "actions.whose")
      try await fixture.tap("\(row).done")
      try await fixture.tap("actions.undo")
      try await fixture.host.waitGone(id: "actions.undo")
    })

  static let decisions = ScreenSpec(
    open: { try await $0.go(.insights, part: "Decisions") }, seeds: [.talk], readsDevice: true,
    empty: .shows(["decision.empty", "decision.filter"]),
    loading: .shows(["decision.loading"]),
    content: { _ in .shows(["decision.filter", "decision.shown"], says: ["first of June"]) },
    failed: ScreenSpec.isOnDevice,
    use: { fixture in
      try await fixture.tap("insight.\(fixture.insight(.decision))")
      try await fixture.shows("chat.text")
    })

  static let insightEdit = ScreenSpec(
    open: { fixture in
      try await fixture.go(.insights, part: "Decisions")
      try await fixture.tap("insight.\(fixture.insight(.decision)).edit")
    },
    seeds: [.talk], asks: ["PATCH /v1/conversations/"],
    empty: ScreenSpec.holdsItself, loading: ScreenSpec.holdsItself,
    content: { _ in .shows(["insightEdit.text", "insightEdit.save", "insightEdit.cancel"]) },
    failed: .shows(["insightEdit.problem", "insightEdit.text", "insightEdit.save"]),
    offline: .shows(["insightEdit.text", "insightEdit.save"]),
    act: { fixture in
      try await fixture.type("The launch is on June 1", "insightEdit.text")
      try await fixture.tap("insightEdit.save")
    },
    retry: { fixture in
      try await fixture.tap("insightEdit.save")
      try await fixture.host.waitGone(id: "insightEdit.save")
      try await fixture.host.wait(text: "The launch is on June 1")
      try await fixture.rewordDecision("The first of June it is")
    })

  static let insightReason = ScreenSpec(
    open: { fixture in
      try await fixture.go(.insights, part: "Decisions")
      try await fixture.tap("insight.\(fixture.insight(.decision)).why")
    },
    seeds: [.talk],
    empty: ScreenSpec.holdsItself, loading: ScreenSpec.holdsItself,
    content: { _ in
      .shows(["insightReason.reason", "insightReason.origin", "insightReason.done"], says: ["Show the message"])
    },
    failed: ScreenSpec.holdsItself,
    use: { fixture in
      let source = try require(
        fixture.host.visible.first { $0.identifier?.hasPrefix("insightReason.message.") == true })
      try fixture.host.tap(source)
      try await fixture.shows("chat.text")
    })

  static let mark = ScreenSpec(
    open: { fixture in
      fixture.router.sheet = .intelligence(.mark(.decision, nil, nil))
      try await fixture.tap("mark.conversation.\(fixture.room)")
    },
    openEmpty: { $0.router.sheet = .intelligence(.mark(.decision, nil, nil)) },
    openLoading: nil, seeds: [.talk], asks: ["POST /v1/conversations/"],
    empty: .shows(["mark.noConversations", "mark.kind", "mark.cancel", "mark.save"]),
    loading: .never("conversations and messages come from the device's store while the form stands already"),
    content: { .shows(["mark.filter", "mark.message.\(try $0.request)"]) },
    failed: .shows(["problem.dismiss"]), offline: .shows(["mark.filter"]),
    act: { fixture in
      try await fixture.tap("mark.message.\(fixture.request)")
      try await fixture.type("Ada sends the report", "mark.text")
      try await fixture.tap("mark.save")
    },
    retry: { fixture in
      try await fixture.tap("problem.dismiss")
      try await fixture.tap("mark.save")
      try await fixture.host.waitGone(id: "mark.save")
    })
}

extension ScreenFixture {
  /// Changes the words of the decision on the server, and waits until the device has them.
  func rewordDecision(_ text: String) async throws {
    let id = try await insight(.decision)
    let intelligence = try repositories.intelligence
    _ = try await intelligence.change(InsightChange(text: text), of: id, in: room)
    try await first(in: intelligence.observeInsights(InsightFilter(kind: .decision)), "the words") {
      $0.first?.insight.text == text
    }
  }
}
