import Domain
import Foundation
import ShimHost
import SwiftUI
import TestSupport
import Testing
import ViewModels

@testable import MessageAIApp

/// States besides the five of every screen: what is not here, and an intelligence that is not
/// offered or not wanted.
@Suite("Screens without their matter", .timeLimit(.minutes(5)))
@MainActor
struct OtherStatesTests {
  @Test("a link to a conversation that is not here yet opens it once it comes")
  func early() async throws {
    try await AppFixture.run(isGated: true) { app in
      try await app.signIn("Ada")
      let (bob, _) = try await app.person("Bob")
      try app.gate.cut()
      try await app.host.wait(id: "banner.retry")
      let room = try await bob.conversations.openDirect(with: app.session.me)
      _ = try await bob.messages.send("The cake is in the kitchen", to: room, replyTo: nil)
      app.host.open(try require(MessageLink(conversation: room).url))
      try await app.host.wait(id: "chat.failed")
      #expect(app.host.find(id: "chat.retry") == nil && app.host.find(id: "chat.text") == nil)
      #expect(app.host.nameless == [])
      try app.gate.pass()
      // The client also tries again by itself, and may be quicker.
      if app.host.find(id: "banner.retry") != nil { try app.host.tap(id: "banner.retry") }
      try await app.host.wait(text: "The cake is in the kitchen")
      try await app.host.wait(id: "chat.text")
    }
  }

  @Test("a feature that an admin takes away says so at once, and what leads to it goes; it is back at once")
  func rolledOut() async throws {
    try await AppFixture.run { app in
      let admin = try await app.server.user("admin")
      try await app.signIn("Ada")
      func roll(_ feature: Feature, isStopped: Bool) async throws {
        let rollout = FeatureRollout(percentage: 100, isStopped: isStopped)
        try await admin.ok("PUT", "/v1/features/\(feature.rawValue)", rollout)
      }
      try app.host.select(tab: "Assistant")
      try await app.host.wait(id: "assistant.draft")
      try await roll(.assistant, isStopped: true)
      try await app.host.wait(id: "feature.assistant.empty")
      #expect(app.host.nameless == [])
      try await roll(.assistant, isStopped: false)
      try await app.host.wait(id: "assistant.draft")
      try app.host.select(tab: "Chats")
      try await app.host.wait(id: "conversations.smartSearch")
      try await roll(.ai, isStopped: true)
      try await app.host.waitGone(id: "conversations.smartSearch")
      try app.host.select(tab: "Insights")
      try await app.host.wait(id: "feature.ai.empty")
    }
  }

  /// Ada, signed in, with a conversation.
  private func inRoom(
    offersIntelligence: Bool = true, _ body: @MainActor (AppFixture, ScreenFixture) async throws -> Void
  ) async throws {
    try await AppFixture.run(offersIntelligence: offersIntelligence) { app in
      try await app.signIn("Ada")
      let fixture = ScreenFixture(app)
      try await fixture.seed([.room])
      try await body(app, fixture)
    }
  }

  @Test("what is not here any more says so, and leaves the way back")
  func gone() async throws {
    try await inRoom { app, fixture in
      let unknown: ConversationID = PreviewSamples.team
      for (route, element) in [
        (Route.thread(try fixture.room, PreviewSamples.question), "thread.failed"),
        (.conversationInfo(unknown), "info.failed"), (.chat(unknown), "chat.failed"),
      ] {
        fixture.push(route, in: .chats)
        try await app.host.wait(id: element)
        #expect(app.host.nameless == [])
        try app.host.back()
        try await app.host.wait(id: "conversations.list")
      }
    }
  }

  @Test("where the server offers no AI, its screens say so, and messages work as ever")
  func notOffered() async throws {
    try await inRoom(offersIntelligence: false) { app, fixture in
      try await visit(fixture, gated: "availability.notOffered.empty", preferences: "aiStatus.notOffered")
      fixture.push(.chat(try fixture.room), in: .chats)
      try await fixture.type("Hello", "chat.text")
      try await fixture.tap("chat.send")
      try await app.host.wait(text: "Hello")
    }
  }

  @Test("who has switched it off finds how to switch it on again")
  func switchedOff() async throws {
    try await inRoom { app, fixture in
      try await fixture.repositories.intelligence.save(AIPreferences(isOn: false))
      try await visit(fixture, gated: "availability.switchedOff.empty", preferences: "aiPreferences.isOn")
      try app.host.toggle(id: "aiPreferences.isOn", on: true)
      try await fixture.tap("aiPreferences.save")
      let intelligence = try fixture.repositories.intelligence
      try await eventually("it is saved") { try await intelligence.preferences().isOn }
      await app.reopen()
      try await fixture.go(.insights)
      try await fixture.shows("insights.part")
      try await fixture.shows("output.title")
    }
  }

  @Test("data that cannot be opened is told at the start, and tried again; until then nobody knows who is signed in")
  func start() async throws {
    let name = "OtherStatesTests.\(UUID().uuidString)"
    defer { UserDefaults.standard.removePersistentDomain(forName: name) }
    var isBroken = true
    let container = AppContainer(
      services: .samples, preferences: AppPreferences(defaults: try require(UserDefaults(suiteName: name))),
      standardServer: ServerAddress("chat.example.org")
    ) { _ in
      if isBroken { throw Refusal(.internal, "") }
      return Backend(repositories: .samples(.signedOut))
    }
    try await ViewHost.run(RootView().environment(container).environment(container.router)) { host in
      try await host.wait(id: "root.failed")
      #expect(host.nameless == [])
      isBroken = false
      try host.tap(id: "root.retry")
      try await host.wait(id: "signIn.email")
    }
    try await ViewHost.run(PreviewContainer(.signedOut) { _ in RootView() }) { host in
      #expect(host.find(id: "root.loading")?.label == "Loading")
      try await host.wait(id: "signIn.email")
    }
  }

  private func visit(_ fixture: ScreenFixture, gated: String, preferences: String) async throws {
    for tab in [AppTab.insights, .assistant] {
      await fixture.app.reopen()
      try await fixture.go(tab)
      try await fixture.shows(gated)
      #expect(fixture.host.nameless == [])
    }
    await fixture.app.reopen()
    try await fixture.catchUp()
    try await fixture.shows(gated)
    try await fixture.shows("catchUp.done")
    await fixture.app.reopen()
    fixture.push(.intelligence(.preferences))
    try await fixture.shows(preferences)
    #expect(fixture.host.nameless == [])
  }
}
