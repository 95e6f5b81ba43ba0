import Domain
import Foundation
import Synchronization
import Testing
import ViewModels

@testable import MessageAIApp

@Suite("The app's composition root")
@MainActor
struct AppContainerTests {
  /// What has been opened and closed, in order.
  private final class Servers: Sendable {
    let log = Mutex<[String]>([])
    let isBroken = Mutex(false)

    @MainActor func open(_ address: ServerAddress) throws -> Backend {
      if isBroken.withLock({ $0 }) { throw Refusal(.internal, "") }
      log.withLock { $0.append("open \(address.text)") }
      return Backend(repositories: .samples(.signedOut)) { self.log.withLock { $0.append("close \(address.text)") } }
    }
  }

  private func defaults() throws -> UserDefaults {
    let name = "AppContainerTests.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: name))
    defaults.removePersistentDomain(forName: name)
    return defaults
  }

  private func container(_ servers: Servers, _ defaults: UserDefaults, standard: String? = nil) -> AppContainer {
    AppContainer(
      services: .samples, preferences: AppPreferences(defaults: defaults),
      standardServer: standard.flatMap { ServerAddress($0) }
    ) { try servers.open($0) }
  }

  @Test("without a server nothing is opened, and signing in asks for one")
  func noServer() async throws {
    let servers = Servers()
    let container = container(servers, try defaults())
    await container.submit()
    #expect(container.serverProblem != nil)
    #expect(servers.log.withLock { $0 }.isEmpty)
    container.clearServerProblem()
    #expect(container.serverProblem == nil)
  }

  @Test("another server takes the place of the former one with what was typed, and is remembered once signed in")
  func change() async throws {
    let servers = Servers()
    let defaults = try defaults()
    let container = container(servers, defaults, standard: "one.example.org")
    #expect(container.serverText == "one.example.org")
    container.auth.email = "me@example.org"
    container.auth.password = "correct horse 42"
    container.serverText = "two.example.org"
    await container.submit()
    #expect(servers.log.withLock { $0 } == ["open one.example.org", "open two.example.org", "close one.example.org"])
    #expect(container.auth.me == PreviewSamples.me)
    #expect(AppPreferences(defaults: defaults).server?.text == "two.example.org")
    let again = self.container(servers, defaults, standard: "one.example.org")
    #expect(again.serverText == "two.example.org")
  }

  @Test("who is signed in keeps one session; signing out ends it and goes back to the start")
  func session() async throws {
    let container = container(Servers(), try defaults(), standard: "one.example.org")
    container.auth.email = "me@example.org"
    container.auth.password = "correct horse 42"
    await container.submit()
    let session = try #require(container.currentSession)
    #expect(container.currentSession === session)
    container.userChanged()
    #expect(container.router.sheet == nil)
    container.router.tab = .settings
    await container.auth.signOut()
    container.userChanged()
    #expect(container.currentSession == nil)
    #expect(container.router.tab == .chats)
  }

  @Test("a new account is asked for its profile")
  func signUp() async throws {
    let container = container(Servers(), try defaults(), standard: "one.example.org")
    container.auth.mode = .signUp
    container.auth.name = "Robin"
    container.auth.email = "me@example.org"
    container.auth.password = "correct horse 42"
    await container.submit()
    container.userChanged()
    #expect(container.router.sheet == .profileSetUp)
  }

  @Test("the link of an invitation says which server it is for")
  func invitation() async throws {
    let container = container(Servers(), try defaults(), standard: "one.example.org")
    container.auth.mode = .signUp
    container.auth.invitation = "no link"
    container.takeServer()
    #expect(container.serverText == "one.example.org")
    container.auth.invitation = "https://two.example.org/#/join/" + String(repeating: "q", count: 43)
    container.takeServer()
    #expect(container.serverText == "two.example.org")
  }

  @Test("a store that cannot be opened is told, and tried again")
  func broken() throws {
    let servers = Servers()
    servers.isBroken.withLock { $0 = true }
    let container = container(servers, try defaults(), standard: "one.example.org")
    guard case .failed(let problem) = container.phase else {
      Issue.record("it did not fail")
      return
    }
    #expect(problem.canRetry)
    servers.isBroken.withLock { $0 = false }
    container.start()
    if case .failed = container.phase { Issue.record("it still fails") }
  }

  @Test("the choice of light or dark survives a restart")
  func appearance() throws {
    let defaults = try defaults()
    AppPreferences(defaults: defaults).appearance = .dark
    #expect(AppPreferences(defaults: defaults).appearance == .dark)
  }
}
