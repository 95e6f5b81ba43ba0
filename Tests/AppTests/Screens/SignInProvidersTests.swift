import Domain
import ShimHost
import SwiftUI
import Testing
import WireProtocol

@testable import MessageAIApp

@Suite("Signing in with an account elsewhere, in the app", .timeLimit(.minutes(5)))
@MainActor
struct SignInProvidersTests {
  @Test("somebody new says what they are called, and is in; the next time they are in at once")
  func newcomer() async throws {
    try await AppFixture.run { app in
      try await app.host.wait(id: "signIn.provider.acme")
      try app.host.tap(id: "signIn.provider.acme")
      try await app.host.wait(id: "signIn.account.name")
      #expect(try app.host.node(id: "signIn.account.name").text == "Robin Vogel")
      try app.host.type("Robin", id: "signIn.account.name")
      try app.host.tap(id: "signIn.goOn")
      try await app.host.wait(id: "conversations.empty")
      #expect(app.container.preferences.server != nil, "the next start is at this server")
      await app.container.auth.signOut()
      try await app.host.wait(id: "signIn.provider.acme")
      try app.host.tap(id: "signIn.provider.acme")
      try await app.host.wait(id: "conversations.empty")
    }
  }

  @Test("who signs out is offered to sign out of the provider too, in the browser; who had a password is not")
  func elsewhere() async throws {
    try await AppFixture.run { app in
      try await app.host.wait(id: "signIn.provider.acme")
      try app.host.tap(id: "signIn.provider.acme")
      try await app.host.wait(id: "signIn.account.name")
      try app.host.tap(id: "signIn.goOn")
      try await app.host.wait(id: "conversations.empty")
      await app.container.auth.signOut()
      try await app.host.wait(id: "signIn.elsewhere")
      try await app.host.wait(text: "Sign out of Acme too")
      try app.host.tap(id: "signIn.elsewhere")
      #expect(app.host.openedURLs.count == 1 && app.host.openedURLs[0].hasPrefix("https://id.acme.example/end"))
    }
    try await AppFixture.run { app in
      try await app.signIn("robin")
      await app.container.auth.signOut()
      try await app.host.wait(id: "signIn.provider.acme")
      #expect(throws: (any Error).self) { try app.host.node(id: "signIn.elsewhere") }
    }
  }

  @Test("an account with the same address wants its password once, and a wrong one is told of")
  func consent() async throws {
    try await AppFixture.run { app in
      let (_, robin) = try await app.person("robin")
      try await app.host.wait(id: "signIn.provider.acme")
      try app.host.tap(id: "signIn.provider.acme")
      try await app.host.wait(id: "signIn.link.password")
      #expect(try app.host.node(id: "signIn.goOn").isEnabled == false)
      try app.host.type("not the password", id: "signIn.link.password")
      try app.host.tap(id: "signIn.goOn")
      try await app.host.wait(id: "signIn.provider.problem")
      try app.host.type(AppFixture.password("robin"), id: "signIn.link.password")
      try app.host.tap(id: "signIn.goOn")
      try await app.host.wait(id: "conversations.empty")
      #expect(app.container.auth.me == robin.id)
    }
  }

  @Test("who does not want to go on is back at the providers; one that does not answer is told of")
  func notNow() async throws {
    try await AppFixture.run { app in
      try await app.host.wait(id: "signIn.provider.acme")
      try app.host.tap(id: "signIn.provider.acme")
      try await app.host.wait(id: "signIn.notNow")
      try app.host.tap(id: "signIn.notNow")
      try await app.host.wait(id: "signIn.provider.acme")
      app.server.identities.setOutage(true)
      try app.host.tap(id: "signIn.provider.acme")
      try await app.host.wait(id: "signIn.provider.problem")
    }
  }
}
