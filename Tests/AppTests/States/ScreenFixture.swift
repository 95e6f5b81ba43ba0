import Domain
import Foundation
import MessageAIKit
import ShimHost
import TestSupport
import ViewModels

@testable import MessageAIApp

/// What has been said and done on the server before a screen is opened. Ada holds the phone; Bob is
/// elsewhere.
@MainActor
final class ScreenFixture {
  enum Seed: Hashable {
    /// A direct conversation with Bob, without messages.
    case room
    /// What was said in it, and what was found in that.
    case talk
    /// A group that Ada administers, with Bob; Carol is not in it.
    case group
    /// A summary, which is kept.
    case output
    /// Something said to the assistant, which asks leave for a change.
    case proposal
    /// Something that the assistant keeps.
    case memory
    /// Something that Ada is reminded of in an hour.
    case reminder
    /// Something that the server has refused.
    case request
  }

  let app: AppFixture
  private var seeded: Set<Seed> = []
  private var bobClient: MessageAIClient?
  private var bobID: UserID?
  private var seededRoom: ConversationID?
  private var seededGroup: ConversationID?
  private var asked: MessageID?
  private var carolID: UserID?

  init(_ app: AppFixture) {
    self.app = app
  }

  var host: ViewHost { app.host }
  var router: Router { app.container.router }
  var bob: UserID { get throws { try require(bobID, "Bob") } }
  var carol: UserID { get throws { try require(carolID, "Carol") } }
  var room: ConversationID { get throws { try require(seededRoom, "room") } }
  var group: ConversationID { get throws { try require(seededGroup, "group") } }
  /// Bob's message that asks Ada for something, and is answered.
  var request: MessageID { get throws { try require(asked, "message") } }
  var repositories: Repositories { get throws { try app.session.repositories } }

  func seed(_ seeds: [Seed]) async throws {
    for seed in seeds where seeded.insert(seed).inserted {
      switch seed {
      case .room: try await makeRoom()
      case .talk: try await makeTalk()
      case .group: try await makeGroup()
      case .output: _ = try await repositories.intelligence.summarize(room, .last(100), question: nil)
      case .proposal: _ = try await propose("Remember that I drink tea")
      case .reminder: try await makeReminder()
      case .request:
        let nowhere = ConversationID(high: 7, low: 7)
        try await repositories.offline.askLater(.summarize(nowhere, .unread, question: nil))
        try await untilRefused()
      case .memory:
        let proposal = try require(try await propose("Remember that Bob prefers e-mail"), "proposal")
        _ = try await repositories.intelligence.decide(proposal.id, isApproved: true)
      }
    }
  }

  private func person() async throws -> MessageAIClient {
    if let bobClient { return bobClient }
    let (client, profile) = try await app.person("Bob")
    bobClient = client
    bobID = profile.id
    return client
  }

  private func makeRoom() async throws {
    let bob = try await person()
    let room = try await bob.conversations.openDirect(with: app.session.me)
    seededRoom = room
    try await first(in: repositories.conversations.observeConversations(), "the conversation") {
      $0.contains { $0.id == room }
    }
  }

  /// In the room: a request, an answer to it, a promise, a decision, something urgent, and a wish
  /// to meet.
  private func makeTalk() async throws {
    try await seed([.room])
    let (bob, room, messages) = (try await person(), try room, try repositories.messages)
    let asked = try await bob.messages.send("Ada, can you send me the report by Friday?", to: room, replyTo: nil)
    self.asked = asked
    try await first(in: messages.observeTimeline(room), "the request") { $0.items.first?.seq == 1 }
    _ = try await messages.send("I'll send the report to Bob by Friday.", to: room, replyTo: asked)
    try await first(in: bob.messages.observeTimeline(room), "the promise") { $0.items.count == 2 }
    for text in [
      "Thanks! We decided to launch on the first of June.", "Urgent: the production server is down, call me now!",
      "Can we meet on Thursday at 10 to talk about the launch?",
    ] {
      _ = try await bob.messages.send(text, to: room, replyTo: nil)
    }
    try await first(in: messages.observeTimeline(room), "all of the talk") { timeline in
      timeline.items.filter { $0.seq != nil }.count == 5
    }
    let intelligence = try repositories.intelligence
    let me = try app.session.me
    try await first(in: intelligence.observeInsights(InsightFilter(kind: .actionItem)), "a task of Ada's") {
      $0.contains { $0.insight.owner == me }
    }
    try await first(in: intelligence.observeInsights(InsightFilter(kind: .decision)), "the decision") { !$0.isEmpty }
    try await eventually("everything is read") { try await intelligence.status().waitingMessages == 0 }
  }

  private func makeGroup() async throws {
    _ = try await person()
    carolID = try await app.person("Carol").me.id
    seededGroup = try await repositories.conversations.createGroup(name: "Release", members: [bob])
  }

  private func makeReminder() async throws {
    let reminders = try repositories.reminders
    let made = try await reminders.remind(
      at: Timestamp(Date(timeIntervalSinceNow: 3_600)), text: "Call the bank", of: nil, in: nil)
    try await first(in: reminders.observeReminders(), "the reminder") { $0.contains { $0.id == made.id } }
  }

  private func propose(_ text: String) async throws -> ActionProposal? {
    var last: AssistantMessage?
    for try await message in try repositories.intelligence.talk(text, about: nil) { last = message }
    return last?.proposals.first
  }
}

// MARK: - Ways through the app

extension ScreenFixture {
  /// A tab, and a part of it.
  func go(_ tab: AppTab, part: String? = nil) async throws {
    router.tab = tab
    guard let part else { return }
    try await host.wait(id: "insights.part")
    // A tab may say how many there are.
    let tabs = try host.node(id: "insights.part").visible.flatMap(\.options).map(\.label)
    try host.choose(tabs.first { $0.hasPrefix("\(part) · ") } ?? part, id: "insights.part")
  }

  func push(_ route: Route, in tab: AppTab = .settings) {
    router.tab = tab
    router.push(route)
  }

  func catchUp(part: String? = nil) async throws {
    router.sheet = .intelligence(.catchUp(try room, nil))
    guard let part else { return }
    try await host.wait(id: "catchUp.part")
    try host.choose(part, id: "catchUp.part")
  }

  /// Like a person's finger: waits for the control, also one in a menu, and touches it.
  func tap(_ id: String) async throws {
    try await host.wait(for: "\(id), enabled") { $0.anywhere(id)?.isEnabled == true }
    try host.tap(try require(host.anywhere(id), id))
  }

  func type(_ text: String, _ id: String) async throws {
    try await host.wait(id: id)
    try host.type(text, id: id)
  }

  /// Waits for an element, also one in a menu.
  func shows(_ id: String) async throws {
    try await host.wait(for: "element \(id)") { $0.anywhere(id) != nil }
  }

  /// What the device knows of the first insight of a kind.
  func insight(_ kind: Insight.Kind) async throws -> InsightID {
    let found = try repositories.intelligence.observeInsights(InsightFilter(kind: kind))
    return try require(try await first(in: found, "an insight") { !$0.isEmpty }.first, "insight").id
  }
}

extension ViewHost {
  /// An element in front, also one in a menu or behind a swipe.
  func anywhere(_ id: String) -> Node? {
    screen.flatMap(\.everything).first { $0.identifier == id }
  }

  /// Controls that VoiceOver could not name.
  var nameless: [String] {
    screen.flatMap(\.everything)
      .filter { $0.isInteractive && !$0.isAccessibilityHidden && $0.kind != .row && $0.label.isEmpty }
      .map { "\($0.kind.rawValue) #\($0.identifier ?? "-")" }
  }
}
