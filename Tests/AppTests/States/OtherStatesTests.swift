import Domain
import Foundation
import ShimHost
import SwiftUI
import TestSupport
import Testing
import ViewModels

@testable import MessageAIApp

/// States besides the five of every screen: what is not here, and an intelligence that is not offered or not wanted.
@Suite("Screens without their matter", .timeLimit(.minutes(2)))
@MainActor
struct OtherStatesTests {
  @Test("a link to a conversation that is not here yet opens it once it comes")
  func early() async throws {
    try await AppDesk.run(isGated: true) { desk in
      try await desk.signIn("Ada")
      let (bob, _) = try await desk.person("Bob")
      try desk.gate.cut()
      try await desk.host.wait(id: "banner.retry")
      let room = try await bob.conversations.openDirect(with: desk.session.me)
      _ = try await bob.messages.send("The cake is in the kitchen", to: room, replyTo: nil)
      desk.host.open(try require(MessageLink(conversation: room).url))
      try await desk.host.wait(id: "chat.failed")
      #expect(desk.host.find(id: "chat.retry") == nil && desk.host.find(id: "chat.text") == nil)
      #expect(desk.host.nameless == [])
      try desk.gate.pass()
      // The client also tries again by itself, and may be quicker.
      if desk.host.find(id: "banner.retry") != nil { try desk.host.tap(id: "banner.retry") }
      try await desk.host.wait(text: "The cake is in the kitchen")
      try await desk.host.wait(id: "chat.text")
    }
  }

  /// Ada, signed in, with a conversation.
  private func inRoom(
    offersIntelligence: Bool = true, _ body: @MainActor (AppDesk, ScreenWorld) async throws -> Void
  ) async throws {
    try await AppDesk.run(offersIntelligence: offersIntelligence) { desk in
      try await desk.signIn("Ada")
      let world = ScreenWorld(desk)
      try await world.seed([.room])
      try await body(desk, world)
    }
  }

  @Test("what is not here any more says so, and leaves the way back")
  func gone() async throws {
    try await inRoom { desk, world in
      let unknown: ConversationID = PreviewSamples.team
      for (route, element) in [
        (Route.thread(try world.room, PreviewSamples.question), "thread.failed"),
        (.conversationInfo(unknown), "info.failed"), (.chat(unknown), "chat.failed"),
      ] {
        world.push(route, in: .chats)
        try await desk.host.wait(id: element)
        #expect(desk.host.nameless == [])
        try desk.host.back()
        try await desk.host.wait(id: "conversations.list")
      }
    }
  }

  @Test("where the server offers no intelligence, its screens say so, and messages work as ever")
  func notOffered() async throws {
    try await inRoom(offersIntelligence: false) { desk, world in
      try await visit(world, gated: "availability.notOffered.empty", preferences: "aiStatus.notOffered")
      world.push(.chat(try world.room), in: .chats)
      try await world.type("Hello", "chat.text")
      try await world.tap("chat.send")
      try await desk.host.wait(text: "Hello")
    }
  }

  @Test("who has switched it off finds how to switch it on again")
  func switchedOff() async throws {
    try await inRoom { desk, world in
      try await world.repositories.intelligence.save(AIPreferences(isOn: false))
      try await visit(world, gated: "availability.switchedOff.empty", preferences: "aiPreferences.isOn")
      try desk.host.toggle(id: "aiPreferences.isOn", on: true)
      try await world.tap("aiPreferences.save")
      let intelligence = try world.repositories.intelligence
      try await eventually("it is saved") { try await intelligence.preferences().isOn }
      await desk.reopen()
      try await world.go(.insights)
      try await world.shows("insights.part")
      try await world.shows("output.title")
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

  private func visit(_ world: ScreenWorld, gated: String, preferences: String) async throws {
    for tab in [AppTab.insights, .assistant] {
      await world.desk.reopen()
      try await world.go(tab)
      try await world.shows(gated)
      #expect(world.host.nameless == [])
    }
    await world.desk.reopen()
    try await world.catchUp()
    try await world.shows(gated)
    try await world.shows("catchUp.done")
    await world.desk.reopen()
    world.push(.intelligence(.preferences))
    try await world.shows(preferences)
    #expect(world.host.nameless == [])
  }
}
